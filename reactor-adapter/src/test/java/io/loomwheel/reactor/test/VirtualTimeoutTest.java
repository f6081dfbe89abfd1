package io.loomwheel.reactor.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelOperators;
import io.loomwheel.reactor.WheelScheduler;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

/** The idle timeout in virtual time, which Reactor's own operator measures there. */
class VirtualTimeoutTest {
  private static final Duration FIRST = Duration.ofHours(1);
  private static final Duration IDLE = Duration.ofMinutes(1);
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private final WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();
  private final WheelScheduler wheel = WheelScheduler.on(timer);

  @AfterEach
  void backToRealTime() {
    VirtualTimeScheduler.reset();
    Hooks.resetOnErrorDropped();
  }

  private StepVerifier.FirstStep<Integer> timed(Flux<Integer> source, Duration first) {
    return WheelVirtualTime.withVirtualTime(
        () -> source.transform(WheelOperators.timeout(first, IDLE, wheel)));
  }

  private static boolean isTimeoutAfter(Throwable thrown, String time) {
    return thrown instanceof TimeoutException && thrown.getMessage().contains(" " + time);
  }

  @Test
  void firstElementIsLate_theMessageSaysItsTime() {
    timed(Flux.never(), FIRST)
        .expectSubscription()
        .expectNoEvent(FIRST.minusNanos(1))
        .thenAwait(Duration.ofNanos(1))
        .verifyErrorMatches(thrown -> isTimeoutAfter(thrown, "3600000ms"));
  }

  @Test
  void laterElementIsLate_theMessageSaysItsTime() {
    timed(Flux.concat(Flux.just(1), Flux.never()), FIRST)
        .expectNext(1)
        .expectNoEvent(IDLE.minusNanos(1))
        .thenAwait(Duration.ofNanos(1))
        .verifyErrorMatches(thrown -> isTimeoutAfter(thrown, "60000ms"));
  }

  @Test
  void longestTime_neverEnds() {
    timed(Flux.never(), LONGEST)
        .expectSubscription()
        .thenAwait(FIRST) // the sum of both overflows
        .expectNoEvent(Duration.ofDays(10_000))
        .thenCancel()
        .verify();
  }

  @Test
  void negativeTime_isUpAtOnce_andTimeStands() {
    VirtualTimeScheduler virtual = VirtualTimeScheduler.getOrSet();
    virtual.advanceTimeBy(FIRST);
    List<Duration> timeouts = new ArrayList<>();
    for (Duration first : new Duration[] {IDLE.negated(), IDLE}) {
      Flux.concat(Flux.just(1), Flux.never())
          .skip(first.isNegative() ? 1 : 0)
          .transform(WheelOperators.timeout(first, IDLE.negated(), wheel))
          .subscribe(
              element -> {},
              error -> timeouts.add(Duration.ofNanos(virtual.now(TimeUnit.NANOSECONDS))));
    }
    assertThat(timeouts).containsExactly(FIRST, FIRST);
  }

  @Test
  void schedulerIsDisposedOf_isRefused() {
    wheel.dispose();
    timed(Flux.never(), FIRST).verifyError(RejectedExecutionException.class);
  }

  @Test
  void schedulerIsDisposedOf_whoCancelsAtOnceIsToldNothing() {
    VirtualTimeScheduler.getOrSet();
    wheel.dispose();
    List<Throwable> dropped = new ArrayList<>();
    Hooks.onErrorDropped(dropped::add);
    Flux.never()
        .transform(WheelOperators.timeout(IDLE, wheel))
        .subscribe(
            new BaseSubscriber<>() {
              @Override
              protected void hookOnSubscribe(Subscription subscription) {
                cancel();
              }
            });
    assertThat(dropped).isEmpty();
  }
}
