package io.loomwheel.schedulers.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** What an idle timeout asks of its source and of its fallback. */
class IdleStreamTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final List<String> log = new ArrayList<>();
  private final Recorded stream = new Recorded(false);
  private final Recorded withFallback = new Recorded(true);

  /** Its upstreams are names. */
  private final class Recorded extends IdleStream<String> {
    private RuntimeException thrown;

    Recorded(boolean hasFallback) {
      super(timer, 100, 100, task -> task, hasFallback);
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
    protected void fail(boolean firstIsMissing) {
      log.add("fail, first is missing: " + firstIsMissing);
      throwIfAsked();
    }

    @Override
    protected void fallBack() {
      log.add("fall back");
      throwIfAsked();
    }

    private void throwIfAsked() {
      if (thrown != null) {
        throw thrown;
      }
    }

    @Override
    protected void report(Throwable failure) {
      log.add("report " + failure.getMessage());
    }

    void subscribe() {
      assertThat(arm(false)).isNull();
      start(() -> log.add("onSubscribe"));
      log.clear();
    }

    void element(boolean taken) {
      assertThat(enter()).isTrue();
      leave(taken);
    }
  }

  private void pass(long nanos) {
    clock.advance(Duration.ofNanos(nanos));
  }

  @Test
  void request_beforeTheSource_isPassedOnAsASum() {
    stream.subscribe();
    stream.request(3);
    stream.request(4);
    assertThat(stream.begin("source")).isTrue();
    stream.request(5);
    assertThat(log).containsExactly("request 7 of source", "request 5 of source");
  }

  @Test
  void begin_withoutARequest_asksForNothing() {
    stream.subscribe();
    assertThat(stream.begin("source")).isTrue();
    assertThat(log).isEmpty();
    assertThat(stream.upstream()).isEqualTo("source");
  }

  @Test
  void begin_again_isRefused() {
    stream.subscribe();
    assertThat(stream.begin("source")).isTrue();
    assertThat(stream.begin("other")).isFalse();
    assertThat(stream.upstream()).isEqualTo("source");
  }

  @Test
  void begin_afterTheEnd_isRefused() {
    stream.subscribe();
    stream.stop();
    assertThat(stream.begin("source")).isFalse();
    assertThat(stream.isEnded()).isTrue();
    assertThat(stream.upstream()).isNull();
  }

  @Test
  void request_aBadOne_isPassedOnAndNotCounted() {
    withFallback.subscribe();
    withFallback.begin("source");
    withFallback.request(-1);
    withFallback.request(0);
    pass(100);
    withFallback.replace("fallback");
    assertThat(log)
        .containsExactly(
            "request -1 of source", "request 0 of source", "cancel source", "fall back");
  }

  @Test
  void replace_asksTheFallbackForWhatTheSourceHasNotMet() {
    withFallback.subscribe();
    withFallback.begin("source");
    withFallback.request(10);
    withFallback.element(true);
    withFallback.element(false); // downstream wants another for it
    withFallback.element(true);
    pass(100);
    withFallback.replace("fallback");
    assertThat(log)
        .containsExactly(
            "request 10 of source", "cancel source", "fall back", "request 8 of fallback");
    assertThat(withFallback.upstream()).isEqualTo("fallback");
    withFallback.request(1);
    assertThat(log).endsWith("request 1 of fallback");
  }

  @Test
  void replace_whatTheSourceHasMetInFull_asksForNothing() {
    withFallback.subscribe();
    withFallback.begin("source");
    withFallback.request(1);
    withFallback.element(true);
    pass(100);
    withFallback.replace("fallback");
    assertThat(log).containsExactly("request 1 of source", "cancel source", "fall back");
  }

  @Test
  void replace_unboundedRequest_staysUnbounded() {
    withFallback.subscribe();
    withFallback.begin("source");
    withFallback.request(Long.MAX_VALUE);
    withFallback.element(true);
    pass(100);
    withFallback.replace("fallback");
    assertThat(log).endsWith("request " + Long.MAX_VALUE + " of fallback");
  }

  @Test
  void request_sumThatOverflows_isUnbounded() {
    withFallback.subscribe();
    withFallback.begin("source");
    withFallback.request(Long.MAX_VALUE - 1);
    withFallback.request(Long.MAX_VALUE - 1);
    withFallback.element(true);
    pass(100);
    withFallback.replace("fallback");
    assertThat(log).endsWith("request " + Long.MAX_VALUE + " of fallback");
  }

  @Test
  void request_betweenSourceAndFallback_isKeptForTheFallback() {
    withFallback.subscribe();
    withFallback.begin("source");
    pass(100);
    withFallback.request(2);
    assertThat(log).containsExactly("cancel source", "fall back");
    withFallback.replace("fallback");
    assertThat(log).endsWith("request 2 of fallback");
  }

  @Test
  void replace_afterDownstreamHasCancelled_cancelsTheFallback() {
    withFallback.subscribe();
    withFallback.begin("source");
    withFallback.request(1);
    pass(100);
    withFallback.stop();
    log.clear();
    withFallback.replace("fallback");
    assertThat(log).containsExactly("cancel fallback");
    assertThat(withFallback.isEnded()).isTrue();
  }

  @Test
  void timeout_withoutAFallback_cancelsTheSourceAndFails() {
    stream.subscribe();
    stream.begin("source");
    pass(99);
    assertThat(log).isEmpty();
    assertThat(stream.isDone()).isFalse();
    pass(1);
    assertThat(log).containsExactly("cancel source", "fail, first is missing: true");
    assertThat(stream.isDone()).isTrue();
    assertThat(stream.isEnded()).isTrue();
    assertThat(stream.enter()).isFalse();
    assertThat(stream.finish()).isFalse();
  }

  @Test
  void timeout_afterAnElement_failsForTheNext() {
    stream.subscribe();
    stream.begin("source");
    pass(50);
    stream.element(true);
    pass(100);
    assertThat(log).containsExactly("cancel source", "fail, first is missing: false");
  }

  @Test
  void timeout_beforeTheSource_cancelsNothing() {
    stream.subscribe();
    pass(100);
    assertThat(log).containsExactly("fail, first is missing: true");
    assertThat(stream.begin("source")).isFalse();
  }

  @Test
  void timeout_withAFallback_isDoneAndNotEnded() {
    withFallback.subscribe();
    withFallback.begin("source");
    pass(100);
    assertThat(withFallback.isDone()).isTrue();
    assertThat(withFallback.isEnded()).isFalse();
    assertThat(withFallback.enter()).isFalse();
    assertThat(withFallback.finish()).isFalse();
    assertThat(withFallback.upstream()).isNull();
  }

  @Test
  void timeout_thatFails_isReported() {
    stream.thrown = new IllegalStateException("on purpose");
    stream.subscribe();
    pass(100);
    assertThat(log).containsExactly("fail, first is missing: true", "report on purpose");
    withFallback.thrown = new IllegalStateException("on purpose too");
    withFallback.subscribe();
    pass(100);
    assertThat(log).containsExactly("fall back", "report on purpose too");
  }

  @Test
  void finish_inTime_noTimeoutFollows() {
    stream.subscribe();
    stream.begin("source");
    stream.element(true);
    assertThat(stream.finish()).isTrue();
    assertThat(stream.isDone()).isTrue();
    assertThat(stream.isEnded()).isFalse();
    pass(1000);
    assertThat(log).isEmpty();
  }

  @Test
  void stop_cancelsTheSourceOnce_andTheTimer() {
    stream.subscribe();
    stream.begin("source");
    stream.stop();
    stream.stop();
    assertThat(log).containsExactly("cancel source");
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(stream.enter()).isFalse();
    assertThat(stream.finish()).isFalse();
  }

  /** Downstream asks for elements as it hears of the subscription. */
  private void refuse() {
    stream.begin("source");
    stream.refuse(
        () -> {
          log.add("onSubscribe");
          stream.request(1);
        },
        () -> log.add("onError"));
  }

  @Test
  void refuse_cancelsTheSource_andThenTellsOfTheSubscriptionAndTheError() {
    refuse();
    assertThat(log).containsExactly("cancel source", "onSubscribe", "onError");
    assertThat(stream.isEnded()).isTrue();
    assertThat(stream.begin("other")).isFalse();
  }

  @Test
  void refuse_toOneThatCancels_tellsNoError() {
    stream.refuse(stream::stop, () -> log.add("onError"));
    assertThat(log).isEmpty();
    assertThat(stream.isEnded()).isTrue();
  }

  /** A limit would give back a place that was never taken. */
  @Test
  void stop_beforeTheTimerIsArmed_cancelsNothingThere() {
    stream.stop();
    assertThat(timer.stats().cancelled()).isZero();
  }

  @Test
  void start_onSubscribeFails_endsTheStreamAndTheTimer() {
    assertThat(stream.arm(false)).isNull();
    assertThatThrownBy(
            () ->
                stream.start(
                    () -> {
                      throw new IllegalStateException("on purpose");
                    }))
        .hasMessage("on purpose");
    assertThat(stream.isEnded()).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void start_isTheBeginningOfTheFirstTime() {
    assertThat(stream.arm(false)).isNull();
    pass(70);
    stream.start(() -> log.add("onSubscribe"));
    pass(99);
    assertThat(log).containsExactly("onSubscribe");
    pass(1);
    assertThat(log).endsWith("fail, first is missing: true");
  }

  @Test
  void arm_refusedByTheScheduler_armsNothing() {
    assertThat(stream.arm(true)).isInstanceOf(RejectedExecutionException.class);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void arm_onAStoppedTimer_saysSo() {
    timer.stop();
    assertThat(stream.arm(false)).isInstanceOf(RejectedExecutionException.class);
  }
}
