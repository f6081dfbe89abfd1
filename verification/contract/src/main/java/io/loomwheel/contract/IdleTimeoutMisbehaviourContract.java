package io.loomwheel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.hangwatch.Waiting;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** The same where a subscriber or a source breaks the rules: what follows, and who is told. */
public abstract class IdleTimeoutMisbehaviourContract extends IdleTimeoutContract {
  protected IdleTimeoutMisbehaviourContract() {}

  // --- the subscriber ---

  @Test
  void downstreamThrowsFromOnNext_tellsTheSource_andTheTimeGoesOn() {
    Seen seen = seen(timed(), seen().atEach(element -> throwOnPurpose()));
    assertThatThrownBy(() -> source.to().onNext(1)).isSameAs(onPurpose);
    assertThat(timer.pendingTimeouts()).isOne();
    pass(IDLE);
    seen.fails(TimeoutException.class);
    assertThat(source.asked).containsExactly(Long.MAX_VALUE, -1L);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void downstreamThrowsFromOnErrorOfATimeout_isReported() {
    seen(
        timed(),
        seen()
            .atFailure(
                cause -> {
                  throw new IllegalStateException("on purpose", cause);
                }));
    pass(IDLE);
    assertThat(undelivered).hasSize(1);
    assertThat(undelivered.getFirst())
        .isInstanceOf(IllegalStateException.class)
        .hasCauseInstanceOf(TimeoutException.class);
    assertThat(source.isCancelled()).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void downstreamThrowsFromTheSourcesEnd_tellsTheSource_andNothingStaysArmed() {
    seen(timed(), seen().atFailure(cause -> throwOnPurpose()));
    assertThatThrownBy(() -> source.to().onError(new Exception("of the source")))
        .isSameAs(onPurpose);
    seen(timed(), seen().atCompletion(this::throwOnPurpose));
    assertThatThrownBy(() -> source.to().onComplete()).isSameAs(onPurpose);
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(undelivered).isEmpty();
  }

  // --- the source ---

  @Test
  void sourceThrowsFromCancel_isReported_andDownstreamGetsTheTimeoutOrTheFallback() {
    source.whenAsked(
        n -> {
          if (n < 0) {
            throwOnPurpose();
          }
        });
    Seen timedOut = seen(timed());
    Seen cancelled = seen(timed());
    Seen replaced = seen(timedWith(fallback));
    cancelled.cancel();
    assertThat(timer.pendingTimeouts()).isEqualTo(2);
    assertThat(undelivered).containsExactly(onPurpose);
    pass(IDLE);
    fallback.to().onNext(7);
    fallback.to().onComplete();
    timedOut.fails(TimeoutException.class);
    cancelled.goesOn();
    replaced.completes(7);
    assertThat(undelivered).containsExactly(onPurpose, onPurpose, onPurpose);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void sourceSignalsFromTwoThreads_bothArePassedOnAtOnce_andTheTimeGoesOn() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Seen seen = seen();
    seen.atEach(
        element -> {
          if (element == 1) {
            inside.countDown();
            Waiting.forLatch(go);
          }
        });
    seen(timed(), seen);
    Thread other = Thread.ofPlatform().start(() -> source.to().onNext(1));
    Waiting.forLatch(inside);
    source.to().onNext(2);
    seen.goesOn(2);
    go.countDown();
    other.join();
    seen.goesOn(2, 1);
    pass(IDLE);
    seen.fails(TimeoutException.class, 2, 1);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void sourceSignalsAfterItsEnd_isIgnored_andItsErrorReported() {
    Seen seen = seen(timed());
    source.to().onComplete();
    signalsAreDropped();
    seen.completes();
    assertThat(timer.pendingTimeouts()).isZero();
  }
}
