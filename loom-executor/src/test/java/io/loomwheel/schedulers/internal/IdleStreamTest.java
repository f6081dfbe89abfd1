package io.loomwheel.schedulers.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** What of an idle timeout both libraries' operators don't show: {@code IdleTimeoutContract}. */
class IdleStreamTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final List<String> log = new ArrayList<>();
  private final Recorded stream = new Recorded(timer, false);
  private final Recorded withFallback = new Recorded(timer, true);
  private boolean noMemory;

  /** Its upstreams are names. */
  private final class Recorded extends IdleStream<String> {
    private final boolean hasFallback;

    Recorded(WheelTimer timer, boolean hasFallback) {
      super(timer, 100, 100, task -> task);
      this.hasFallback = hasFallback;
    }

    @Override
    protected void request(String from, long n) {
      log.add("request " + n + " of " + from);
    }

    @Override
    protected void cancel(String last) {
      log.add("cancel " + last);
    }

    @Override
    protected Throwable exceeded(boolean firstIsMissing) {
      if (noMemory) {
        throw new OutOfMemoryError("on purpose");
      }
      return new TimeoutException("first is missing: " + firstIsMissing);
    }

    @Override
    protected void subscribed() {
      log.add("onSubscribe");
    }

    @Override
    protected void fail(Throwable cause) {
      log.add("fail, " + cause.getMessage());
    }

    @Override
    protected boolean fallBack() {
      return hasFallback && log.add("fall back");
    }

    @Override
    protected void report(Throwable failure) {
      log.add("report " + failure.getMessage());
    }

    void subscribe() {
      assertThat(open(false)).isTrue();
      log.clear();
    }
  }

  private void pass(long nanos) {
    clock.advance(Duration.ofNanos(nanos));
  }

  @Test
  void begin_withoutARequest_asksForNothing() {
    stream.subscribe();
    assertThat(stream.begin("source")).isTrue();
    assertThat(log).isEmpty();
    assertThat(stream.upstream()).isEqualTo("source");
  }

  @Test
  void request_thatTheSourceHasNotMet_isTheFallbacks() {
    withFallback.subscribe();
    withFallback.begin("source");
    withFallback.request(2);
    pass(100);
    withFallback.replace("fallback");
    assertThat(log)
        .containsExactly(
            "request 2 of source", "cancel source", "fall back", "request 2 of fallback");
  }

  @Test
  void timeout_withoutAFallback_endsTheStream() {
    stream.subscribe();
    pass(100);
    assertThat(log).containsExactly("fail, first is missing: true");
    assertThat(stream.isDone()).isTrue();
    assertThat(stream.begin("a late source")).isFalse();
    stream.request(1);
    stream.cancel();
    assertThat(log).hasSize(1);
  }

  @Test
  void timeout_noMemoryForItsException_endsTheStreamWithTheError() {
    stream.subscribe();
    noMemory = true;
    pass(100);
    assertThat(log).containsExactly("fail, on purpose");
  }

  @Test
  void open_theTimersThreadCantBeMade_downstreamIsToldWhy() {
    ThreadFactory fails =
        turns -> {
          throw new IllegalStateException("no thread, on purpose");
        };
    Recorded refused = new Recorded(WheelTimer.builder().threadFactory(fails).build(), false);
    assertThat(refused.open(false)).isFalse();
    assertThat(log).containsExactly("onSubscribe", "fail, no thread, on purpose");
  }

  @Test
  void cancel_cancelsTheSourceOnce_andTheTimer() {
    stream.subscribe();
    stream.begin("source");
    stream.cancel();
    stream.cancel();
    assertThat(log).containsExactly("cancel source");
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(stream.enter()).isFalse();
    assertThat(stream.finish()).isFalse();
  }
}
