package io.loomwheel.recipes;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdleTimeoutTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final ManualClock clock = new ManualClock();
  private final List<Throwable> failures = new ArrayList<>();
  private final WheelTimer timer = timer().build();
  private final Notified notified = new Notified();

  private WheelTimer.Builder timer() {
    return WheelTimer.builder().clock(clock).onFailure((timeout, cause) -> failures.add(cause));
  }

  private IdleTimeout start() {
    return IdleTimeout.start(timer, LIMIT, notified);
  }

  private void advance(long seconds) {
    clock.advance(Duration.ofSeconds(seconds));
  }

  @Test
  void idle_neverTouched_isNotifiedExactlyAtTheLimit_once() {
    IdleTimeout idle = start();
    clock.advance(LIMIT.minusNanos(1));
    assertThat(notified.at).isEmpty();
    assertThat(idle.isIdle()).isFalse();
    clock.advance(Duration.ofNanos(1));
    assertThat(notified.at).containsExactly(LIMIT.toNanos());
    assertThat(idle.isIdle()).isTrue();
    advance(1000);
    assertThat(notified.at).hasSize(1);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  /** As if the thread were stopped between the two looks at the clock that a touch takes. */
  @ParameterizedTest
  @ValueSource(longs = {2, 20_000})
  void touch_ofAThreadThatIsStopped_isNotifiedOneLimitAfterItBegan(long ticks) throws Exception {
    LeapingClock leaping = new LeapingClock();
    CountDownLatch silent = new CountDownLatch(1);
    try (WheelTimer driven = WheelTimer.builder().clock(leaping).build()) {
      IdleTimeout idle = IdleTimeout.start(driven, LIMIT, it -> silent.countDown());
      leaping.moveTo(Duration.ofSeconds(5));
      leaping.leapAt(2, driven.tickDuration().multipliedBy(ticks));
      assertThat(idle.touch()).isTrue();
      leaping.moveTo(Duration.ofSeconds(35).plus(driven.tickDuration()));

      assertThat(silent.await(20, SECONDS)).isTrue();
    }
  }

  @Test
  void start_ofAThreadThatIsStopped_isNotifiedOneLimitAfterItBegan() throws Exception {
    LeapingClock leaping = new LeapingClock();
    CountDownLatch silent = new CountDownLatch(1);
    try (WheelTimer driven = WheelTimer.builder().clock(leaping).build()) {
      leaping.moveTo(Duration.ZERO);
      leaping.leapAt(2, Duration.ofSeconds(20));
      IdleTimeout idle = IdleTimeout.start(driven, LIMIT, it -> silent.countDown());
      leaping.moveTo(LIMIT.plus(driven.tickDuration()));

      assertThat(silent.await(20, SECONDS)).isTrue();
      idle.close();
    }
  }

  @Test
  void expiry_onAThreadThatIsStopped_isNotifiedOneLimitAfterTheLastTouch() throws Exception {
    LeapingClock leaping = new LeapingClock();
    BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    try (WheelTimer driven = WheelTimer.builder().clock(leaping).taskExecutor(tasks::add).build()) {
      IdleTimeout idle = IdleTimeout.start(driven, LIMIT, notified);
      leaping.moveTo(Duration.ofSeconds(3)); // too early to be put off in the wheel
      assertThat(idle.touch()).isTrue();
      leaping.moveTo(LIMIT.plus(driven.tickDuration()));
      Runnable tooEarly = tasks.poll(20, SECONDS);
      leaping.leapAt(2, Duration.ofSeconds(2));
      tooEarly.run();
      leaping.moveTo(LIMIT.plusSeconds(3).plus(driven.tickDuration()));

      assertThat(tasks.poll(20, SECONDS)).isNotNull();
    }
  }

  /** A check once a limit would find out up to a limit later. */
  @ParameterizedTest
  @ValueSource(longs = {1, 1000, 29, 3_749_999_999L, 3_750_000_001L, 29_999_999_999L})
  void idle_touchedForAWhile_isNotifiedOneLimitAfterTheLastTouch(long gapNanos) {
    IdleTimeout idle = start();
    for (int i = 0; i < 50; i++) {
      clock.advance(Duration.ofNanos(gapNanos));
      assertThat(idle.touch()).isTrue();
    }
    advance(100);
    assertThat(notified.at).containsExactly(50 * gapNanos + LIMIT.toNanos());
  }

  @Test
  void idle_coarseTick_isNotifiedWithinOneTickAndNeverEarly() {
    WheelTimer coarse = timer().tickDuration(Duration.ofNanos(1 << 20)).build();
    for (int i = 0; i < 50; i++) {
      IdleTimeout idle = IdleTimeout.start(coarse, Duration.ofMillis(20), notified);
      clock.advance(Duration.ofNanos(15_000_000 + i * 77_777));
      idle.touch();
      long due = clock.nanoTime() + 20_000_000;
      clock.advance(Duration.ofMillis(40));
      assertThat(notified.at.removeLast()).isBetween(due, due + (1 << 20));
    }
  }

  /** Touches of a busy connection neither fire the timeout nor move it in the wheel. */
  @Test
  void touch_often_putsTheTimeoutOffInPlaceAFewTimesALimit() {
    IdleTimeout idle = start();
    for (int i = 0; i < 30_000; i++) {
      clock.advance(Duration.ofMillis(10));
      idle.touch();
    }
    assertThat(timer.stats().rescheduled()).isBetween(10L, 80L);
    assertThat(timer.stats().fired()).isZero();
    assertThat(timer.stats().armed()).isEqualTo(1);
  }

  @Test
  void touch_afterTheListenerWasNotified_isTooLateAndBeginsAnew() {
    IdleTimeout idle = start();
    advance(31);
    assertThat(idle.touch()).isFalse();
    assertThat(idle.isIdle()).isFalse();
    assertThat(idle.touch()).isTrue();
    advance(31);
    assertThat(notified.at).containsExactly(LIMIT.toNanos(), LIMIT.toNanos() + 31_000_000_000L);
  }

  @Test
  void touch_inTheListener_beginsAnew() {
    IdleTimeout idle =
        IdleTimeout.start(
            timer,
            LIMIT,
            it -> {
              notified.idle(it);
              assertThat(it.touch()).isFalse();
            });
    advance(91);
    assertThat(notified.at).hasSize(3);
    assertThat(failures).isEmpty();
    idle.close();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void pause_holdsTheListenerBackAndNothingInTheWheel_untilResumed() {
    IdleTimeout idle = start();
    advance(29);
    idle.pause();
    assertThat(timer.pendingTimeouts()).isZero();
    advance(100);
    assertThat(idle.touch()).isFalse();
    idle.resume();
    idle.resume();
    assertThat(timer.pendingTimeouts()).isEqualTo(1);
    clock.advance(LIMIT.minusNanos(1));
    assertThat(notified.at).isEmpty();
    clock.advance(Duration.ofNanos(1));
    assertThat(notified.at).hasSize(1);
  }

  @Test
  void pause_afterTheListenerWasNotified_keepsATouchFromBeginningAnew() {
    IdleTimeout idle = start();
    advance(31);
    idle.pause();
    assertThat(idle.touch()).isFalse();
    advance(100);
    assertThat(notified.at).hasSize(1);
  }

  @Test
  void executor_isLate_pausedAndResumedMeanwhile_hasOneTimeout() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    WheelTimer late = timer().taskExecutor(tasks::add).build();
    IdleTimeout idle = IdleTimeout.start(late, LIMIT, notified);
    clock.advance(LIMIT);
    idle.pause();
    idle.resume();
    tasks.remove().run();
    assertThat(late.pendingTimeouts()).isEqualTo(1);
    assertThat(notified.at).isEmpty();
  }

  @Test
  void close_isForGood() {
    IdleTimeout idle = start();
    assertThat(idle.isClosed()).isFalse();
    idle.close();
    idle.close();
    idle.resume();
    idle.pause();
    assertThat(idle.touch()).isFalse();
    assertThat(idle.isClosed()).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
    advance(100);
    assertThat(notified.at).isEmpty();
    assertThat(notified.unwatched).isEmpty();
  }

  @Test
  void stop_ofTheTimer_isNotifiedOnceAndCloses() {
    IdleTimeout idle = start();
    timer.stop();
    assertThat(notified.unwatched).hasSize(1);
    assertThat(idle.isClosed()).isTrue();
    assertThat(idle.touch()).isFalse();
    idle.resume();
    assertThat(notified.unwatched).hasSize(1);
  }

  @Test
  void stop_theListenerWaitsForAThreadThatClosesIt_holdsNeitherUp() {
    List<IdleTimeout> started = new ArrayList<>();
    IdleTimeout.Listener waits =
        new IdleTimeout.Listener() {
          @Override
          public void idle(IdleTimeout idle) {}

          @Override
          public void unwatched(RejectedExecutionException why) {
            CompletableFuture.runAsync(started.getFirst()::close).orTimeout(30, SECONDS).join();
            notified.unwatched(why);
          }
        };
    started.add(IdleTimeout.start(timer, LIMIT, waits));
    timer.stop();
    assertThat(failures).isEmpty();
    assertThat(notified.unwatched).hasSize(1);
  }

  @Test
  void stop_whilePausedOrNotified_isFoundOutByWhoeverBeginsAnew() {
    IdleTimeout paused = start();
    paused.pause();
    IdleTimeout over = start();
    advance(31);
    timer.stop();
    assertThat(notified.unwatched).isEmpty();
    paused.resume();
    assertThat(over.touch()).isFalse();
    assertThat(notified.unwatched).hasSize(2);
    assertThat(paused.isClosed()).isTrue();
    assertThat(over.isClosed()).isTrue();
  }

  @Test
  void limit_ofTheTimerReachedWhenArmedAgain_isNotifiedAndCloses() {
    WheelTimer limited = timer().maxPendingTimeouts(2).build();
    Runnable taker =
        () -> {
          limited.schedule(() -> {}, LIMIT);
          limited.schedule(() -> {}, LIMIT);
        };
    limited.schedule(taker, LIMIT);
    IdleTimeout idle = IdleTimeout.start(limited, LIMIT, notified);
    advance(1);
    idle.touch(); // too little to put the timeout off, which comes due a second too early
    advance(100);
    assertThat(notified.unwatched).singleElement().satisfies(why -> assertThat(why).hasNoCause());
    assertThat(notified.at).isEmpty();
    assertThat(idle.isClosed()).isTrue();
    assertThat(failures).isEmpty();
  }

  @Test
  void start_stoppedTimer_throws() {
    timer.stop();
    assertThatThrownBy(this::start).isInstanceOf(RejectedExecutionException.class);
    assertThat(notified.unwatched).isEmpty();
  }

  @Test
  void start_limitNotPositive_isRejectedWithValueAndRule() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdleTimeout.start(timer, Duration.ZERO, notified))
        .withMessage("limit must be positive, was PT0S");
  }

  @Test
  void start_longestLimit_isNeverNotified() {
    IdleTimeout idle = IdleTimeout.start(timer, Duration.ofSeconds(Long.MAX_VALUE), notified);
    advance(1_000_000_000);
    assertThat(idle.touch()).isTrue();
    advance(1_000_000_000);
    assertThat(notified.at).isEmpty();
  }

  @Test
  void listener_throws_isReportedAndATouchBeginsAnew() {
    IdleTimeout idle =
        IdleTimeout.start(
            timer,
            LIMIT,
            it -> {
              notified.idle(it);
              throw new IllegalStateException("on purpose");
            });
    advance(31);
    assertThat(failures).hasSize(1);
    idle.touch();
    advance(31);
    assertThat(failures).hasSize(2);
  }

  @Test
  void touch_whateverTheOriginOfTheClock_counts() {
    for (long origin : new long[] {-1, Long.MAX_VALUE, Long.MIN_VALUE, -LIMIT.toNanos()}) {
      ManualClock odd = new ManualClock(origin);
      int before = notified.at.size();
      IdleTimeout idle =
          IdleTimeout.start(WheelTimer.builder().clock(odd).build(), LIMIT, notified);
      odd.advance(LIMIT.minusNanos(1));
      idle.touch();
      odd.advance(LIMIT.minusNanos(1));
      assertThat(notified.at).hasSize(before);
      odd.advance(Duration.ofNanos(1));
      assertThat(notified.at).hasSize(before + 1);
    }
  }

  private final class Notified implements IdleTimeout.Listener {
    final List<Long> at = new ArrayList<>();
    final List<Throwable> unwatched = new ArrayList<>();

    @Override
    public void idle(IdleTimeout idle) {
      at.add(clock.nanoTime());
    }

    @Override
    public void unwatched(RejectedExecutionException why) {
      unwatched.add(why);
    }
  }
}
