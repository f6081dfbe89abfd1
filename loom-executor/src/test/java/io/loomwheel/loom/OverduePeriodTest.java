package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import org.junit.jupiter.api.Test;

/** A fixed rate shorter than a tick: what is overdue again doesn't wait for the next tick. */
class OverduePeriodTest {
  private static final Duration TICK = Duration.ofNanos(1 << 20);
  private static final int PERIODS_A_TICK = 16;
  private static final long PERIOD = TICK.toNanos() / PERIODS_A_TICK;

  private final ManualClock clock = new ManualClock();
  private final Queue<Runnable> handed = new ArrayDeque<>();
  private final List<String> ran = new ArrayList<>();
  private int inside;
  private int deepest;

  private final WheelTimer timer = timer(handed::add);
  private final WheelExecutorService executor = WheelExecutorService.on(timer);

  private WheelTimer timer(Executor tasks) {
    return WheelTimer.builder().clock(clock).tickDuration(TICK).taskExecutor(tasks).build();
  }

  private ScheduledFuture<?> start() {
    return executor.scheduleAtFixedRate(() -> ran.add("period"), PERIOD, PERIOD, NANOSECONDS);
  }

  private void runWhatIsHanded() {
    for (Runnable next; (next = handed.poll()) != null; ) {
      next.run();
    }
  }

  @Test
  void fixedRate_shorterThanATick_everyRunThatIsDue() {
    ScheduledFuture<?> future = start();
    for (int ticks = 1; ticks <= 10; ticks++) {
      clock.advance(TICK);
      runWhatIsHanded();
      assertThat(ran).hasSize(ticks * PERIODS_A_TICK);
      assertThat(future.getDelay(NANOSECONDS)).isEqualTo(PERIOD);
    }
  }

  /** With slack the first delay of 1000 ns may be late by 64; then runs are 10 apart. */
  @Test
  void fixedRate_onATimerWithSlack_countsFromTheFirstRun() {
    WheelExecutorService slack =
        WheelExecutorService.on(WheelTimer.builder().clock(clock).slack(3).build());
    Future<?> unused =
        slack.scheduleAtFixedRate(() -> ran.add("at " + clock.nanoTime()), 1000, 10, NANOSECONDS);
    clock.advance(Duration.ofNanos(1045));
    assertThat(ran).containsExactly("at 1024", "at 1034", "at 1044");
  }

  @Test
  void fixedRate_overdue_othersHaveTheirTurnInBetween() {
    ScheduledFuture<?> unused = start();
    clock.advance(TICK);
    for (int i = 0; i < 3; i++) {
      executor.execute(() -> ran.add("other"));
      handed.remove().run();
    }
    runWhatIsHanded();
    assertThat(ran.subList(0, 5)).containsExactly("period", "other", "period", "other", "other");
  }

  @Test
  void fixedRate_overdueAndCancelled_runsNoMore() {
    ScheduledFuture<?> future = overdueAfterARun();
    future.cancel(false);
    assertEndedAfterOneRun();
  }

  @Test
  void fixedRate_overdueAtShutdown_runsNoMore() {
    ScheduledFuture<?> future = overdueAfterARun();
    executor.shutdown();
    assertThat(future.isCancelled()).isTrue();
    assertEndedAfterOneRun();
  }

  @Test
  void fixedRate_overdueAtShutdownNow_isReturned() {
    ScheduledFuture<?> future = overdueAfterARun();
    assertThat(executor.shutdownNow()).containsExactly((Runnable) future);
    assertEndedAfterOneRun();
  }

  @Test
  void fixedRate_overdueAndTheTimerStops_endsAfterTheRunThatWasHandedOn() {
    ScheduledFuture<?> future = start();
    clock.advance(TICK);
    timer.stop();
    handed.remove().run();
    assertThat(future.isCancelled()).isTrue();
    assertEndedAfterOneRun();
  }

  private ScheduledFuture<?> overdueAfterARun() {
    ScheduledFuture<?> future = start();
    clock.advance(TICK);
    handed.remove().run();
    return future;
  }

  private void assertEndedAfterOneRun() {
    runWhatIsHanded();
    clock.advance(TICK.multipliedBy(3));
    runWhatIsHanded();
    assertThat(ran).containsExactly("period");
    assertThat(timer.pendingTimeouts()).isZero();
    executor.shutdown();
    assertThat(executor.isTerminated()).isTrue();
  }

  /** The thread that turns the wheel goes on to what else is due. */
  @Test
  void fixedRate_overdueOnTheThreadThatTurnsTheWheel_doesNotNest() {
    Future<?> unused =
        WheelExecutorService.on(timer(Runnable::run))
            .scheduleAtFixedRate(
                () -> {
                  deepest = Math.max(deepest, ++inside);
                  inside--;
                  ran.add("period");
                },
                1,
                1,
                MICROSECONDS);
    clock.advance(Duration.ofMillis(100));
    assertThat(ran).isNotEmpty();
    assertThat(deepest).isOne();
  }

  @Test
  void fixedDelay_shorterThanATick_waitsForTheNextTick() {
    Future<?> unused =
        executor.scheduleWithFixedDelay(() -> ran.add("period"), 1, PERIOD, NANOSECONDS);
    clock.advance(TICK);
    runWhatIsHanded();
    assertThat(ran).hasSize(1);
  }
}
