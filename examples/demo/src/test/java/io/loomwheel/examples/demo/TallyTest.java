package io.loomwheel.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TallyTest {
  private static final Duration AT_ONCE = Duration.ZERO;
  private static final Duration IN_AN_HOUR = Duration.ofHours(1);
  private static final Stalls ALL = Stalls.draw(1, 1, 1, 0, 42);

  private final AtomicInteger ended = new AtomicInteger();
  private final Watched stream = new Watched(ended::incrementAndGet);

  private Tally tally(Stalls stalls, Duration idle) {
    return Tally.of(List.of(stream), stalls, idle);
  }

  @Test
  void of_silentStreamThatTimedOut_countsItAndHowLate() {
    stream.onElement(new Quote(0, 1));
    stream.onEnd(new TimeoutException());

    Tally tally = tally(ALL, AT_ONCE);

    assertThat(tally.silent()).isEqualTo(1);
    assertThat(tally.timedOut()).isEqualTo(1);
    assertThat(tally.early() + tally.lost() + tally.repeated() + tally.broken()).isZero();
    assertThat(tally.lateNanos().getTotalCount()).isEqualTo(1);
    assertThat(ended).hasValue(1);
  }

  @Test
  void of_timeoutBeforeTheTimeIsUp_isEarly() {
    stream.onElement(new Quote(0, 1));
    stream.onEnd(new TimeoutException());

    assertThat(tally(ALL, IN_AN_HOUR).early()).isEqualTo(1);
  }

  @Test
  void of_silentStreamWithoutTimeout_isLost() {
    stream.onElement(new Quote(0, 1));

    assertThat(tally(ALL, AT_ONCE).lost()).isEqualTo(1);
    assertThat(tally(Stalls.NONE, AT_ONCE).lost()).isZero();
  }

  @Test
  void of_twoTimeouts_areRepeatedAndNotCountedTwice() {
    stream.onEnd(new TimeoutException());
    stream.onEnd(new TimeoutException());

    Tally tally = tally(ALL, AT_ONCE);

    assertThat(tally.repeated()).isEqualTo(1);
    assertThat(tally.timedOut()).isEqualTo(1);
    assertThat(ended).hasValue(1);
  }

  @Test
  void of_otherError_isBroken() {
    stream.onEnd(new IOException("cut"));

    assertThat(tally(ALL, AT_ONCE).broken()).isEqualTo(1);
  }

  @Test
  void of_timeoutOfAStreamThatWasNotSilenced_isUnforeseen() {
    stream.onEnd(new TimeoutException());

    assertThat(tally(Stalls.NONE, AT_ONCE).unforeseen()).isEqualTo(1);
  }

  @Test
  void plus_addsAll() {
    stream.onEnd(new TimeoutException());
    Tally one = tally(ALL, AT_ONCE);

    Tally two = one.plus(one);

    assertThat(two.silent()).isEqualTo(2);
    assertThat(two.timedOut()).isEqualTo(2);
    assertThat(two.lateNanos().getTotalCount()).isEqualTo(2);
  }
}
