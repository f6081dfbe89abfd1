package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code Timeouts.sleep}, on threads of each kind. */
class SleepTest {
  private static final Duration SHORT = Duration.ofMillis(5);
  private static final Duration HOUR = Duration.ofHours(1);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();

  /** The timers of that clock can't wake the thread either: it would have to move the clock on. */
  @Test
  void sleepAndPark_onTheThreadThatMovesTheClock_throw() throws Exception {
    WheelTimer other = WheelTimer.builder().clock(clock).build();
    List<String> said = new ArrayList<>();
    for (WheelTimer on : List.of(timer, other)) {
      timer.newTimeout(timeout -> said.add(refusal(() -> Timeouts.sleep(on, SHORT))), 1, SECONDS);
      timer.newTimeout(
          timeout -> said.add(refusal(() -> Timeouts.parkNanos(on, null, 1))), 1, SECONDS);
    }
    Thread moves = new Thread(() -> clock.advance(HOUR));
    moves.setDaemon(true);
    moves.start();
    assertThat(moves.join(Duration.ofSeconds(30))).as("advance returned").isTrue();
    assertThat(said)
        .hasSize(4)
        .allMatch(message -> message.startsWith("the thread that moves the clock can't wait"));
    assertThat(timer.pendingTimeouts() + other.pendingTimeouts()).isZero();
  }

  private static String refusal(ThrowingCallable waits) {
    Throwable thrown = catchThrowable(waits);
    return thrown instanceof IllegalStateException refused ? refused.getMessage() : "" + thrown;
  }

  /** What became of a sleep on a thread of its own. */
  private final class Sleep {
    private final FutureTask<Boolean> flagAfterwards;
    private final Thread thread;

    Sleep(Threads threads, Duration time) {
      flagAfterwards =
          new FutureTask<>(
              () -> {
                Timeouts.sleep(timer, time);
                return Thread.currentThread().isInterrupted();
              });
      thread = threads.factory.newThread(flagAfterwards);
      thread.start();
      while (timer.pendingTimeouts() == 0) {
        Waiting.spin();
      }
    }

    boolean join() throws Exception {
      return flagAfterwards.get(30, SECONDS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void sleep_inRealTime_returnsNotBeforeTheTimeIsUp(Threads threads) throws Exception {
    List<FutureTask<Long>> sleeps = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      sleeps.add(threads.start(SleepTest::sleepShortly));
    }
    for (FutureTask<Long> sleep : sleeps) {
      assertThat(sleep.get(30, SECONDS)).isGreaterThanOrEqualTo(SHORT.toNanos());
    }
  }

  /** {@return the nanoseconds that it took} */
  private static long sleepShortly() throws InterruptedException {
    long began = System.nanoTime();
    Timeouts.sleep(SHORT);
    return System.nanoTime() - began;
  }

  @ParameterizedTest
  @EnumSource
  void sleep_unparkedMeanwhile_sleepsOn(Threads threads) throws Exception {
    Sleep sleep = new Sleep(threads, SHORT);
    for (int i = 0; i < 1_000; i++) {
      LockSupport.unpark(sleep.thread);
    }
    clock.advance(SHORT.minusNanos(1));
    LockSupport.unpark(sleep.thread);
    assertThat(sleep.flagAfterwards.isDone()).isFalse();
    assertThat(timer.pendingTimeouts()).isEqualTo(1);

    clock.advance(Duration.ofNanos(1));

    assertThat(sleep.join()).isFalse();
  }

  /** The first park of the sleep takes the permit that the thread has. */
  @ParameterizedTest
  @EnumSource
  void sleep_unparkedBefore_theNextParkReturns(Threads threads) throws Exception {
    List<Consumer<Thread>> ends =
        List.of(sleeper -> clock.advance(SHORT), Thread::interrupt, sleeper -> timer.stop());
    for (Consumer<Thread> end : ends) {
      FutureTask<Void> parks =
          new FutureTask<>(
              () -> {
                LockSupport.unpark(Thread.currentThread());
                try {
                  Timeouts.sleep(timer, SHORT);
                } catch (InterruptedException | CancellationException early) {
                  assertThat(timer.pendingTimeouts()).isZero();
                }
                LockSupport.park();
                return null;
              });
      Thread sleeper = threads.factory.newThread(parks);
      sleeper.start();
      while (sleeper.getState() != Thread.State.WAITING) {
        Waiting.spin();
      }
      end.accept(sleeper);
      parks.get(30, SECONDS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void sleep_interruptedMeanwhile_throwsAndLeavesNothingPending(Threads threads) {
    Sleep sleep = new Sleep(threads, HOUR);
    sleep.thread.interrupt();
    assertThatThrownBy(sleep::join).hasCauseInstanceOf(InterruptedException.class);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void sleep_interruptedBefore_throwsAtOnceAndClearsTheFlag() {
    for (Duration time : List.of(HOUR, Duration.ZERO)) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> Timeouts.sleep(timer, time))
          .isInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isFalse();
      assertThat(timer.pendingTimeouts()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void sleep_zeroOrLess_returnsAtOnce(long seconds) throws Exception {
    Timeouts.sleep(timer, Duration.ofSeconds(seconds));
    assertThat(timer.stats().armed()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void sleep_theTimerIsStoppedMeanwhile_throws(Threads threads) {
    Sleep sleep = new Sleep(threads, HOUR);
    timer.stop();
    assertThatThrownBy(sleep::join)
        .hasCauseInstanceOf(CancellationException.class)
        .hasRootCauseMessage("the timer was stopped before the time was up");
  }

  @Test
  void sleep_onAStoppedTimer_isRejected() {
    timer.stop();
    assertThatThrownBy(() -> Timeouts.sleep(timer, HOUR))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("stopped, so nobody can sleep on it: " + timer);
  }

  @Test
  void sleep_carriersHeldByOthers_aPlatformThreadWakesAllTheSame() throws Exception {
    AutoCloseable busy = Threads.holdingAllCarriers();
    try (busy) {
      Timeouts.sleep(SHORT);
    }
  }

  @Test
  void sleep_onTheTimersOwnThread_returnsAllTheSame() throws Exception {
    FutureTask<Long> sleep = new FutureTask<>(SleepTest::sleepShortly);
    Timeouts.delayedExecutor(SHORT, Runnable::run).execute(sleep);
    assertThat(sleep.get(30, SECONDS)).isGreaterThanOrEqualTo(SHORT.toNanos());
  }

  @Test
  void parkNanos_nobodyUnparks_returnsWhenTheTimeIsUp() {
    long end = System.nanoTime() + SHORT.toNanos();
    for (long left; (left = end - System.nanoTime()) > 0; ) {
      Timeouts.parkNanos(this, left);
    }
    assertThat(System.nanoTime() - end).isNotNegative();
  }

  @Test
  void parkNanos_onTheTimersOwnThread_returnsAllTheSame() throws Exception {
    try (WheelTimer inline = WheelTimer.builder().taskExecutor(Runnable::run).build()) {
      FutureTask<?> parks =
          new FutureTask<>(() -> Timeouts.parkNanos(inline, null, SHORT.toNanos()), null);
      inline.schedule(parks, SHORT);
      parks.get(30, SECONDS);
      assertThat(inline.stats().armed()).isOne();
    }
  }

  @Test
  void parkNanos_unlessToldOtherwise_waitsOnTheSharedTimer() throws Exception {
    FutureTask<?> waits = new FutureTask<>(() -> Timeouts.parkNanos(this, HOUR.toNanos()), null);
    Thread thread = Thread.startVirtualThread(waits);
    while (LockSupport.getBlocker(thread) != this) {
      Waiting.spin();
    }
    LockSupport.unpark(thread);
    waits.get(30, SECONDS);
  }

  @Test
  void parkNanos_timerWithoutABlocker_refusedRatherThanOnTheSharedTimer() {
    assertThatThrownBy(() -> Timeouts.parkNanos(timer, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "blocker must not be a WheelTimer, was "
                + timer
                + ": to wait on a timer call parkNanos(timer, blocker, nanos)");
  }

  @ParameterizedTest
  @EnumSource
  void parkNanos_unparkedOrInterrupted_returnsAndLeavesTheFlagAndNothingPending(Threads threads)
      throws Exception {
    for (boolean interrupts : List.of(false, true)) {
      FutureTask<Boolean> waits =
          new FutureTask<>(
              () -> {
                Timeouts.parkNanos(timer, this, HOUR.toNanos());
                return Thread.interrupted();
              });
      Thread thread = threads.factory.newThread(waits);
      thread.start();
      while (LockSupport.getBlocker(thread) != this) {
        Waiting.spin();
      }
      if (interrupts) {
        thread.interrupt();
      } else {
        LockSupport.unpark(thread);
      }
      assertThat(waits.get(30, SECONDS)).isEqualTo(interrupts);
      assertThat(timer.pendingTimeouts()).isZero();
    }
  }

  @Test
  void parkNanos_unparkedOrInterruptedBefore_returnsAtOnce() {
    LockSupport.unpark(Thread.currentThread());
    Timeouts.parkNanos(timer, this, HOUR.toNanos());
    Thread.currentThread().interrupt();
    Timeouts.parkNanos(timer, this, HOUR.toNanos());
    assertThat(Thread.interrupted()).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void parkNanos_zeroOrLess_returnsAtOnce(long nanos) {
    Timeouts.parkNanos(timer, this, nanos);
    assertThat(timer.stats().armed()).isZero();
  }

  @Test
  void parkNanos_theTimerIsStopped_returnsOrIsRejected() throws Exception {
    FutureTask<Void> waits =
        new FutureTask<>(() -> Timeouts.parkNanos(timer, null, HOUR.toNanos()), null);
    Thread.startVirtualThread(waits);
    while (timer.pendingTimeouts() == 0) {
      Waiting.spin();
    }
    timer.stop();
    waits.get(30, SECONDS);

    assertThatThrownBy(() -> Timeouts.parkNanos(timer, null, 1))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("stopped, so nobody can sleep on it: " + timer);
  }

  /** The interrupts come about when the time is up, so that they race with the wake-up. */
  @ParameterizedTest
  @EnumSource
  void sleep_interruptRacingWithTheEnd_isSeenOnceAndLeavesNothingPending(Threads threads)
      throws Exception {
    try (WheelTimer real = WheelTimer.create()) {
      for (int i = 0; i < 100; i++) {
        FutureTask<Boolean> sleep =
            new FutureTask<>(
                () -> {
                  try {
                    Timeouts.sleep(real, Duration.ofNanos(100_000));
                  } catch (InterruptedException e) {
                    return !Thread.currentThread().isInterrupted();
                  }
                  while (!Thread.interrupted()) {
                    Thread.onSpinWait();
                  }
                  return true;
                });
        Thread thread = threads.factory.newThread(sleep);
        thread.start();
        long until = System.nanoTime() + i * 20_000L;
        while (System.nanoTime() - until < 0) {
          Thread.onSpinWait();
        }
        thread.interrupt();
        assertThat(sleep.get(30, SECONDS)).isTrue();
      }
      assertThat(real.pendingTimeouts()).isZero();
    }
  }
}
