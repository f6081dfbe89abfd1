package io.loomwheel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;

/** The same where downstream says how much it can take: who is asked for how much. */
public abstract class IdleTimeoutRequestsContract extends IdleTimeoutMisbehaviourContract {
  protected IdleTimeoutRequestsContract() {}

  private Seen seen(Publisher<Integer> of, long asking) {
    return seen(of, seen().asking(asking));
  }

  @Test
  void fallback_isAskedForWhatWasNotProduced() {
    Seen seen = seen(timedWith(fallback), 3);
    source.to().onNext(1);
    pass(IDLE);
    assertThat(source.asked).containsExactly(3L, -1L);
    assertThat(fallback.asked).containsExactly(2L);
    fallback.to().onNext(2);
    fallback.to().onNext(3);
    seen.request(1);
    fallback.to().onNext(4);
    fallback.to().onComplete();
    seen.completes(1, 2, 3, 4);
    assertThat(fallback.asked).containsExactly(2L, 1L);
  }

  @Test
  void fallbackOfAnEndlessRequest_isAskedForAll() {
    Seen seen = seen(timedWith(fallback));
    source.to().onNext(1);
    pass(IDLE);
    assertThat(fallback.asked).containsExactly(Long.MAX_VALUE);
    seen.goesOn(1);
  }

  @Test
  void requestsThatSumToMoreThanALong_areEndless() {
    Seen seen = seen(timedWith(fallback), Long.MAX_VALUE - 5);
    seen.request(Long.MAX_VALUE - 5);
    source.to().onNext(1);
    pass(IDLE);
    assertThat(fallback.asked).containsExactly(Long.MAX_VALUE);
  }

  @Test
  void fallbackAndNothingAskedFor_isNotAsked() {
    Seen seen = seen(timedWith(fallback), 1);
    source.to().onNext(1);
    pass(IDLE);
    assertThat(fallback.asked).isEmpty();
    seen.request(7);
    assertThat(fallback.asked).containsExactly(7L);
  }

  @Test
  void fallbackThatComesLate_getsAllRequestsMadeMeanwhile() {
    SourceByHand late = SourceByHand.late();
    Seen seen = seen(timedWith(late), 1);
    pass(IDLE);
    seen.request(4);
    late.begin();
    seen.request(2);
    seen.cancel();
    assertThat(late.asked).containsExactly(5L, 2L, -1L);
  }

  @Test
  void sourceThrowsFromRequest_tellsWhoAsks_whoMayCancel_orGetsTheTimeout() {
    source.whenAsked(
        n -> {
          if (n > 0) {
            throwOnPurpose();
          }
        });
    Seen cancelled = seen(timed(), 0);
    Seen timedOut = seen(timed(), 0);
    for (Seen seen : List.of(cancelled, timedOut)) {
      assertThatThrownBy(() -> seen.request(1)).isSameAs(onPurpose);
    }
    cancelled.cancel();
    assertThat(timer.pendingTimeouts()).isOne();
    pass(IDLE);
    cancelled.goesOn();
    timedOut.fails(TimeoutException.class);
    assertThat(timer.pendingTimeouts()).isZero();
  }
}
