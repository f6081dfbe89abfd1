package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What goes beyond the contract of the interface; that one has a suite of its own. */
class WheelExecutorServiceTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer manual =
      WheelTimer.builder().clock(clock).taskExecutor(Runnable::run).build();
  private final List<Duration> ran = new ArrayList<>();

  @Nested
  class OnAManualClock {
    private final WheelExecutorService executor = WheelExecutorService.on(manual);
    private final long origin = clock.nanoTime();

    private void note() {
      ran.add(Duration.ofNanos(clock.nanoTime() - origin));
    }

    @Test
    void scheduleAtFixedRate_slowRun_runsAtTheInitialDelayPlusPeriodsAndCatchesUp() {
      Future<?> unused =
          executor.scheduleAtFixedRate(
              () -> {
                note();
                if (ran.size() == 1) {
                  clock.advance(Duration.ofMillis(25)); // as if the run had taken that long
                }
              },
              5,
              10,
              MILLISECONDS);
      clock.advance(Duration.ofMillis(5));
      clock.advance(Duration.ofMillis(5));
      assertThat(ran).first().isEqualTo(Duration.ofMillis(5));
      assertThat(ran).hasSize(4).last().isEqualTo(Duration.ofMillis(35)); // 5, 15, 25, 35
    }

    @Test
    void scheduleWithFixedDelay_slowRun_measuresFromItsEnd() {
      Future<?> unused =
          executor.scheduleWithFixedDelay(
              () -> {
                note();
                if (ran.size() == 1) {
                  clock.advance(Duration.ofMillis(25));
                }
              },
              5,
              10,
              MILLISECONDS);
      clock.advance(Duration.ofMillis(5));
      clock.advance(Duration.ofMillis(20));
      assertThat(ran)
          .containsExactly(Duration.ofMillis(5), Duration.ofMillis(40), Duration.ofMillis(50));
    }

    @Test
    void getDelay_asTimePasses_whatIsLeftAndNegativeAfterwards() {
      ScheduledFuture<?> future = executor.schedule(() -> {}, 100, MILLISECONDS);
      assertThat(future.getDelay(MILLISECONDS)).isEqualTo(100);
      clock.advance(Duration.ofMillis(30));
      assertThat(future.getDelay(MILLISECONDS)).isEqualTo(70);
      future.cancel(false);
      clock.advance(Duration.ofMillis(80));
      assertThat(future.getDelay(MILLISECONDS)).isEqualTo(-10);
    }

    @Test
    void getDelay_periodic_untilTheNextRun() {
      ScheduledFuture<?> future = executor.scheduleAtFixedRate(() -> {}, 10, 100, MILLISECONDS);
      clock.advance(Duration.ofMillis(10));
      assertThat(future.getDelay(MILLISECONDS)).isEqualTo(100);
    }

    @Test
    void compareTo_byDeadline_alsoWithThoseOfOthers() {
      Delayed soon = executor.schedule(() -> {}, 1, SECONDS);
      Delayed late = executor.schedule(() -> {}, Long.MAX_VALUE, HOURS);
      assertThat(executor.schedule(() -> {}, 1, SECONDS).compareTo(soon)).isZero();
      assertThat(soon.compareTo(late)).isNegative();
      for (WheelTimer timer : List.of(manual, WheelTimer.builder().clock(clock).build())) {
        Delayed other = WheelExecutorService.on(timer).schedule(() -> {}, 2, SECONDS);
        assertThat(soon.compareTo(other)).isNegative();
        assertThat(late.compareTo(other)).isPositive();
      }
    }

    @Test
    void cancel_delayed_nothingStaysArmedOrListed() {
      ScheduledFuture<?> future = executor.schedule(() -> {}, 1, HOURS);
      assertThat(manual.pendingTimeouts()).isOne();
      assertThat(future.cancel(false)).isTrue();
      assertThat(manual.pendingTimeouts()).isZero();
      assertThat(executor)
          .hasToString("WheelExecutorService[loomwheel-executor, running, unfinished: 0]");
    }

    @Test
    void shutdown_timerOfOthers_goesOn() {
      executor.shutdown();
      assertThat(executor.isTerminated()).isTrue();
      manual.schedule(this::note, Duration.ofMillis(1));
      clock.advance(Duration.ofMillis(1));
      assertThat(ran).hasSize(1);
    }

    @Test
    void stopOfTheTimer_whatWaits_isCancelledAndTheExecutorCanEnd() {
      ScheduledFuture<?> delayed = executor.schedule(() -> {}, 1, HOURS);
      ScheduledFuture<?> periodic = executor.scheduleAtFixedRate(() -> {}, 0, 1, HOURS);
      manual.stop();
      assertThat(delayed.isCancelled()).isTrue();
      assertThat(periodic.isCancelled()).isTrue();
      assertThatThrownBy(() -> executor.schedule(() -> {}, 1, HOURS))
          .isInstanceOf(RejectedExecutionException.class)
          .hasMessage("the timer of executor 'loomwheel-executor' is stopped");
      executor.shutdown();
      assertThat(executor.isTerminated()).isTrue();
    }

    @Test
    void schedule_limitOfTheTimerReached_rejectedAndNotListed() {
      WheelTimer small =
          WheelTimer.builder().clock(new ManualClock()).maxPendingTimeouts(1).build();
      WheelExecutorService limited = WheelExecutorService.on(small);
      Future<?> only = limited.schedule(() -> {}, 1, HOURS);
      assertThatThrownBy(() -> limited.schedule(() -> {}, 1, HOURS))
          .isInstanceOf(RejectedExecutionException.class);
      assertThat(limited.shutdownNow()).containsExactly((Runnable) only);
      assertThat(limited.isTerminated()).isTrue();
    }

    /** As Spring's scheduler does, whose future for a trigger arms its own next run. */
    @Test
    void schedule_ofAScheduledFutureAtTheLimit_passesItAsAPeriodDoes() {
      WheelTimer small =
          WheelTimer.builder().clock(new ManualClock()).maxPendingTimeouts(1).build();
      WheelExecutorService limited = WheelExecutorService.on(small);
      ScheduledFuture<?> repeated = limited.schedule(() -> {}, 1, HOURS);
      ScheduledFuture<?> next = limited.schedule((Runnable) repeated, 1, HOURS);
      assertThat(small.pendingTimeouts()).isEqualTo(2);
      assertThat(next.cancel(false)).isTrue();
      assertThat(small.pendingTimeouts()).isOne();
      assertThatThrownBy(() -> limited.schedule(() -> {}, 1, HOURS))
          .isInstanceOf(RejectedExecutionException.class);
      assertThat(repeated.cancel(false)).isTrue();
      assertThat(limited.schedule(() -> {}, 1, HOURS).isDone()).isFalse();
    }
  }

  @Test
  void submitWithTimeout_doneAsTimeIsUp_oneWinnerAndNoStrayInterrupt() throws Exception {
    AtomicInteger leaked = new AtomicInteger();
    try (WheelExecutorService executor = WheelExecutorService.create()) {
      for (int i = 0; i < 300; i++) {
        long end = System.nanoTime() + 1_000_000 + i * 5_000L;
        Future<Boolean> future =
            executor.submitWithTimeout(
                () -> {
                  while (System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
                    Thread.onSpinWait();
                  }
                  return true;
                },
                Duration.ofMillis(1));
        executor.execute(
            () -> {
              if (Thread.currentThread().isInterrupted()) {
                leaked.incrementAndGet();
              }
            });
        try {
          assertThat(future.get()).isTrue();
        } catch (ExecutionException timedOut) {
          assertThat(timedOut).hasCauseInstanceOf(TimeoutException.class);
        }
      }
    }
    assertThat(leaked).hasValue(0);
  }

  @Test
  void taskExecutor_perTask_aThreadEach() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    List<Future<?>> delayed = new ArrayList<>();
    try (var executor =
        WheelExecutorService.builder().taskExecutor(Relay.perTask()).name("mine").build()) {
      for (int i = 0; i < 50; i++) {
        executor.execute(() -> threads.add(Thread.currentThread()));
        delayed.add(executor.schedule(() -> threads.add(Thread.currentThread()), 1, MILLISECONDS));
      }
    }
    assertThat(threads).hasSize(100).allMatch(Thread::isVirtual);
    assertThat(delayed).allMatch(Future::isDone);
  }

  @Test
  void close_ownTimer_endsItsThread() throws Exception {
    WheelExecutorService executor = WheelExecutorService.builder().name("ends-with-it").build();
    executor.schedule(() -> {}, 1, MILLISECONDS).get();
    Thread driver =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().contains("ends-with-it"))
            .findAny()
            .orElseThrow();
    executor.close();
    driver.join(30_000);
    assertThat(driver.isAlive()).isFalse();
  }

  @Test
  void isPeriodic_ofWhatHasAPeriod_andOfNothingElse() {
    try (WheelExecutorService executor = WheelExecutorService.on(manual)) {
      assertThat(isPeriodic(executor.schedule(() -> {}, 1, HOURS))).isFalse();
      assertThat(isPeriodic(executor.schedule(() -> 1, 1, HOURS))).isFalse();
      assertThat(isPeriodic(executor.scheduleAtFixedRate(() -> {}, 1, 1, HOURS))).isTrue();
      assertThat(isPeriodic(executor.scheduleWithFixedDelay(() -> {}, 1, 1, HOURS))).isTrue();
      executor.shutdownNow();
    }
  }

  private static boolean isPeriodic(ScheduledFuture<?> future) {
    return ((RunnableScheduledFuture<?>) future).isPeriodic();
  }

  @Test
  void shutdown_whatIsDueThisNanosecond_runsThoughDelayedOnesDoNot() {
    List<Runnable> handed = new ArrayList<>();
    WheelExecutorService executor =
        WheelExecutorService.builder()
            .timer(manual)
            .taskExecutor(handed::add)
            .executeDelayedAfterShutdown(false)
            .build();
    Future<?> due = executor.schedule(this::noteNow, 10, MILLISECONDS);
    Future<?> later = executor.schedule(this::noteNow, 11, MILLISECONDS);
    clock.advance(Duration.ofMillis(10));
    executor.shutdown();
    handed.forEach(Runnable::run);
    assertThat(due.state()).isEqualTo(Future.State.SUCCESS);
    assertThat(later).isCancelled();
    assertThat(executor.isTerminated()).isTrue();
  }

  private void noteNow() {
    ran.add(Duration.ZERO);
  }

  @Test
  void toString_saysWhetherItRunsOrHasEnded() {
    WheelExecutorService executor = WheelExecutorService.on(manual);
    Future<?> waits = executor.schedule(() -> {}, 1, HOURS);
    assertThat(executor).asString().contains("running, unfinished: 1]");
    executor.shutdown();
    assertThat(executor).asString().contains("shut down, unfinished: 1]");
    waits.cancel(false);
    assertThat(executor).asString().contains("terminated, unfinished: 0]");
  }

  @Test
  void execute_isRefused_forTheReasonThatHolds() {
    WheelExecutorService ended = WheelExecutorService.builder().timer(manual).name("mine").build();
    WheelExecutorService withoutATimer =
        WheelExecutorService.builder().timer(manual).name("other").build();
    ended.shutdown();
    assertThatThrownBy(() -> ended.execute(() -> {})).hasMessage("executor 'mine' was shut down");
    manual.stop();
    assertThatThrownBy(() -> ended.execute(() -> {})).hasMessage("executor 'mine' was shut down");
    assertThatThrownBy(() -> withoutATimer.execute(() -> {}))
        .hasMessage("the timer of executor 'other' is stopped");
  }

  @Test
  void execute_isNoTimeoutOfTheTimer() {
    WheelExecutorService.on(manual).execute(this::noteNow);
    assertThat(ran).hasSize(1);
    assertThat(manual.stats().armed()).isZero();
  }

  @Test
  void close_interrupted_nobodyWaitsForEver() {
    WheelExecutorService executor =
        WheelExecutorService.builder().taskExecutor(task -> {}).build(); // nothing begins
    List<Future<?>> futures =
        List.of(
            executor.submit(() -> {}),
            executor.submitWithTimeout(() -> true, Duration.ofHours(1)),
            executor.schedule(() -> {}, 1, HOURS));
    Thread.currentThread().interrupt();
    executor.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(executor.isTerminated()).isTrue();
    assertThat(futures).allMatch(Future::isCancelled);
  }

  @Test
  void builder_blankName_rejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WheelExecutorService.builder().name(""))
        .withMessage("name must not be blank, was ''");
  }
}
