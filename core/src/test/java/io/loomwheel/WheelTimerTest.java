package io.loomwheel;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The public API, on a clock that the test moves. */
class WheelTimerTest {
  private final ManualClock clock = new ManualClock();
  private final List<String> ran = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();
  private final WheelTimer timer =
      WheelTimer.builder().clock(clock).onFailure((timeout, e) -> failures.add(e)).build();

  private Timeout after(long delay, String name) {
    return timer.newTimeout(timeout -> ran.add(name), delay, NANOSECONDS);
  }

  @Test
  void newTimeout_atItsDeadline_runsOnceAndNotBefore() {
    Timeout timeout = after(1000, "task");
    clock.advance(Duration.ofNanos(999));
    assertThat(ran).isEmpty();
    assertThat(timeout.isExpired()).isFalse();
    clock.advance(Duration.ofNanos(1));
    assertThat(ran).containsExactly("task");
    assertThat(timeout.isExpired()).isTrue();
    clock.advance(Duration.ofDays(1000));
    assertThat(ran).containsExactly("task");
  }

  @Test
  void newTimeout_manyDelays_runInOrderOfDeadlinesThenOfSubmission() {
    after(SECONDS.toNanos(3600), "hour");
    after(5, "first of five");
    after(SECONDS.toNanos(1), "second");
    after(5, "second of five");
    clock.advance(Duration.ofHours(2));
    assertThat(ran).containsExactly("first of five", "second of five", "second", "hour");
  }

  @Test
  void newTimeout_fromATask_isMetOnTheSameWay() {
    List<Long> times = new ArrayList<>();
    TimerTask again =
        new TimerTask() {
          @Override
          public void run(Timeout timeout) {
            times.add(clock.nanoTime());
            timer.newTimeout(this, 10, MILLISECONDS);
          }
        };
    timer.newTimeout(again, 10, MILLISECONDS);
    clock.advance(Duration.ofMillis(35));
    assertThat(times).containsExactly(10_000_000L, 20_000_000L, 30_000_000L);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void newTimeout_withoutDelay_runsAtOnce(long delay) {
    Timeout timeout = after(delay, "now");
    assertThat(ran).containsExactly("now");
    assertThat(timeout.isExpired()).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void newTimeout_longestDelay_neverRuns() {
    timer.newTimeout(timeout -> ran.add("never"), Long.MAX_VALUE, DAYS);
    timer.schedule(() -> ran.add("never"), Duration.ofSeconds(Long.MAX_VALUE));
    clock.advance(Duration.ofDays(365 * 290));
    assertThat(ran).isEmpty();
    assertThat(timer.pendingTimeouts()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 1, Long.MAX_VALUE, Long.MAX_VALUE - 999, Long.MIN_VALUE, -1000})
  void newTimeout_whateverTheOriginOfTheClock_runsOnTime(long origin) {
    ManualClock anywhere = new ManualClock(origin);
    WheelTimer there = WheelTimer.builder().clock(anywhere).build();
    there.schedule(() -> ran.add("task"), Duration.ofNanos(1000));
    anywhere.advance(Duration.ofNanos(999));
    assertThat(ran).isEmpty();
    anywhere.advance(Duration.ofNanos(1));
    assertThat(ran).containsExactly("task");
  }

  @Test
  void newTimeout_coarseTick_runsUpToATickLateAndNeverEarly() {
    WheelTimer coarse =
        WheelTimer.builder().clock(clock).tickDuration(Duration.ofNanos(1500)).build();
    assertThat(coarse.tickDuration()).isEqualTo(Duration.ofNanos(1024));
    coarse.schedule(() -> ran.add("task"), Duration.ofNanos(1025));
    clock.advance(Duration.ofNanos(2047));
    assertThat(ran).isEmpty();
    clock.advance(Duration.ofNanos(1));
    assertThat(ran).containsExactly("task");
  }

  @Test
  void cancel_beforeDeadline_neverRuns() {
    List<Timeout> notified = new ArrayList<>();
    Timeout timeout =
        timer.newTimeout(
            new TimerTask() {
              @Override
              public void run(Timeout t) {
                ran.add("task");
              }

              @Override
              public void cancelled(Timeout t) {
                notified.add(t);
              }
            },
            5,
            SECONDS);
    assertThat(timeout.cancel()).isTrue();
    assertThat(timeout.cancel()).isFalse();
    assertThat(timeout.isCancelled()).isTrue();
    assertThat(notified).containsExactly(timeout);
    assertThat(timeout.task()).isNull();
    assertThat(timer.pendingTimeouts()).isZero();
    clock.advance(Duration.ofMinutes(1));
    assertThat(ran).isEmpty();
  }

  @Test
  void cancel_afterItRan_isTooLate() {
    Timeout timeout = after(5, "task");
    clock.advance(Duration.ofNanos(5));
    assertThat(timeout.cancel()).isFalse();
    assertThat(timeout.isCancelled()).isFalse();
    assertThat(timeout.isExpired()).isTrue();
  }

  @Test
  void reschedule_toLater_runsThenAndAtNoOtherTime() {
    Timeout timeout = after(100, "task");
    assertThat(timeout.reschedule(1000, NANOSECONDS)).isTrue();
    clock.advance(Duration.ofNanos(999));
    assertThat(ran).isEmpty();
    clock.advance(Duration.ofNanos(1));
    assertThat(ran).containsExactly("task");
    clock.advance(Duration.ofDays(1));
    assertThat(ran).hasSize(1);
  }

  @Test
  void reschedule_toEarlier_runsThenAndAtNoOtherTime() {
    Timeout timeout = timer.newTimeout(t -> ran.add("task"), 1, DAYS);
    assertThat(timeout.reschedule(100, NANOSECONDS)).isTrue();
    clock.advance(Duration.ofNanos(100));
    assertThat(ran).containsExactly("task");
    assertThat(timer.pendingTimeouts()).isZero();
    clock.advance(Duration.ofDays(2));
    assertThat(ran).hasSize(1);
  }

  @Test
  void reschedule_firedOrCancelled_isTooLate() {
    Timeout fired = after(1, "fired");
    clock.advance(Duration.ofNanos(1));
    assertThat(fired.reschedule(1, SECONDS)).isFalse();
    Timeout cancelled = after(1, "cancelled");
    cancelled.cancel();
    assertThat(cancelled.reschedule(1, SECONDS)).isFalse();
    clock.advance(Duration.ofDays(1));
    assertThat(ran).containsExactly("fired");
  }

  @Test
  void run_thatThrows_isReportedAndTheOthersRun() {
    RuntimeException failure = new IllegalStateException("on purpose");
    timer.newTimeout(
        timeout -> {
          throw failure;
        },
        5,
        NANOSECONDS);
    after(5, "other");
    clock.advance(Duration.ofNanos(5));
    assertThat(failures).containsExactly(failure);
    assertThat(ran).containsExactly("other");
  }

  @Test
  void run_byAnExecutorThatRunsATaskTwice_isOnce() {
    WheelTimer twice =
        WheelTimer.builder()
            .clock(clock)
            .taskExecutor(
                task -> {
                  task.run();
                  task.run();
                })
            .build();
    twice.newTimeout(timeout -> ran.add("once"), 5, NANOSECONDS);
    clock.advance(Duration.ofNanos(5));
    assertThat(ran).containsExactly("once");
  }

  @Test
  void toString_tellsTheNameAndWhetherItIsStopped() {
    assertThat(timer).hasToString("WheelTimer[loomwheel]");
    timer.stop();
    assertThat(timer).hasToString("WheelTimer[loomwheel, stopped]");
  }

  @Test
  void clock_countsFromTheTimersBeginning() {
    clock.advance(Duration.ofNanos(3));
    WheelTimer later = WheelTimer.builder().clock(clock).build();
    clock.advance(Duration.ofNanos(4));
    long before = later.clock().nanoTime();
    clock.advance(Duration.ofNanos(5));
    assertThat(later.clock().nanoTime() - before).isEqualTo(5);
  }

  @Test
  void toString_ofATimeout_tellsItsStateAndTask() {
    TimerTask named =
        new TimerTask() {
          @Override
          public void run(Timeout timeout) {}

          @Override
          public String toString() {
            return "named";
          }
        };
    Timeout fires = timer.newTimeout(named, 5, NANOSECONDS);
    Timeout cancelled = timer.newTimeout(named, 5, NANOSECONDS);
    assertThat(fires).hasToString("Timeout[armed, task: named]");
    cancelled.cancel();
    assertThat(cancelled).hasToString("Timeout[cancelled, task: null]");
    clock.advance(Duration.ofNanos(5));
    assertThat(fires).hasToString("Timeout[expired, task: named]");
  }

  @Test
  void pendingTimeouts_followsArmingFiringAndCancelling() {
    after(5, "a");
    Timeout b = after(10, "b");
    after(15, "c");
    assertThat(timer.pendingTimeouts()).isEqualTo(3);
    b.cancel();
    assertThat(timer.pendingTimeouts()).isEqualTo(2);
    clock.advance(Duration.ofNanos(5));
    assertThat(timer.pendingTimeouts()).isEqualTo(1);
  }

  @Test
  void nextDeadlineNanos_isNeverLateAndEmptyWhenNothingIsArmed() {
    assertThat(timer.nanosToNextExpiry()).isEmpty();
    after(63, "near");
    assertThat(timer.nanosToNextExpiry()).hasValue(63);
    after(1_000_000, "far");
    clock.advance(Duration.ofNanos(63));
    assertThat(timer.nanosToNextExpiry().getAsLong()).isBetween(1L, 999_937L);
  }

  @Test
  void stop_returnsWhatNeverRan_andTellsItsTasks() {
    List<Timeout> notified = new ArrayList<>();
    TimerTask task =
        new TimerTask() {
          @Override
          public void run(Timeout timeout) {
            ran.add("task");
          }

          @Override
          public void cancelled(Timeout timeout) {
            notified.add(timeout);
          }
        };
    Timeout first = timer.newTimeout(task, 5, SECONDS);
    Timeout second = timer.newTimeout(task, 5, DAYS);
    Timeout gone = timer.newTimeout(task, 7, SECONDS);
    gone.cancel();
    notified.clear();
    Set<Timeout> left = timer.stop();
    assertThat(left).containsExactlyInAnyOrder(first, second).allMatch(Timeout::isCancelled);
    assertThat(notified).containsExactlyInAnyOrder(first, second);
    assertThat(first.task()).isSameAs(task);
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(timer.stop()).isEmpty();
    clock.advance(Duration.ofDays(10));
    assertThat(ran).isEmpty();
  }

  @Test
  void newTimeout_afterStop_isRejected() {
    timer.stop();
    assertThatThrownBy(() -> after(5, "late"))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("loomwheel");
    assertThatThrownBy(() -> after(0, "late")).isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(timer::start).isInstanceOf(IllegalStateException.class);
    assertThat(ran).isEmpty();
  }

  @Test
  void stop_fromATask_returnsTheOthers() {
    Timeout other = after(10, "other");
    List<Timeout> left = new ArrayList<>();
    timer.newTimeout(timeout -> left.addAll(timer.stop()), 5, NANOSECONDS);
    clock.advance(Duration.ofNanos(20));
    assertThat(left).containsExactly(other);
    assertThat(failures).isEmpty();
  }

  @Test
  void shared_refusesToBeStopped() {
    assertThatThrownBy(() -> WheelTimer.shared().stop())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> WheelTimer.shared().close())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void name_ofTheTimer_isInTheNamesOfItsVirtualThreads() throws Exception {
    BlockingQueue<String> threads = new LinkedBlockingQueue<>();
    Runnable task = () -> threads.add(Thread.currentThread().getName());
    try (WheelTimer relayed = WheelTimer.builder().name("gateway").build();
        WheelTimer refused =
            WheelTimer.builder()
                .name("uploads")
                .taskExecutor(
                    r -> {
                      throw new RejectedExecutionException("on purpose");
                    })
                .build()) {
      String thread;
      do {
        relayed.schedule(task, Duration.ofMillis(1));
        thread = threads.take();
      } while (thread.equals("loomwheel-rescue")); // on a busy machine
      assertThat(thread).startsWith("gateway-relay-");
      refused.schedule(task, Duration.ofMillis(1));
      assertThat(threads.take()).startsWith("uploads-task-");
    }
  }
}
