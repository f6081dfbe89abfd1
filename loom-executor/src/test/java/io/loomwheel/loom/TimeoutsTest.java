package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes beyond the contract of {@code CompletableFuture}; that one has a suite of its own. */
class TimeoutsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();

  private final List<Runnable> refused = new ArrayList<>();
  private final WheelTimer handled =
      WheelTimer.builder().clock(clock).onRejected((task, reason) -> refused.add(task)).build();

  private CompletableFuture<String> timed() {
    return Timeouts.orTimeout(timer, new CompletableFuture<>(), SECOND);
  }

  @Test
  void orTimeout_timeIsUp_theMessageSaysTheTimeout() {
    CompletableFuture<String> future = timed();
    clock.advance(SECOND.minusNanos(1));
    assertThat(future).isNotDone();

    clock.advance(Duration.ofNanos(1));

    assertThat(future.exceptionNow())
        .isExactlyInstanceOf(TimeoutException.class)
        .hasMessage("not done within PT1S");
  }

  @Test
  void timeouts_theFutureIsDoneFirst_nothingIsPending() {
    CompletableFuture<String> completed = timed();
    CompletableFuture<String> failed = timed();
    CompletableFuture<String> cancelled = timed();
    CompletableFuture<String> other =
        Timeouts.completeOnTimeout(timer, new CompletableFuture<>(), "late", SECOND);
    assertThat(timer.pendingTimeouts()).isEqualTo(4);

    assertThat(completed.complete("done")).isTrue();
    assertThat(timer.pendingTimeouts()).isEqualTo(3);
    assertThat(failed.completeExceptionally(new IllegalStateException("on purpose"))).isTrue();
    assertThat(timer.pendingTimeouts()).isEqualTo(2);
    assertThat(cancelled.cancel(true)).isTrue();
    assertThat(timer.pendingTimeouts()).isEqualTo(1);
    other.obtrudeValue("done");
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void timeouts_ofADoneFuture_armNothingEvenOnAStoppedTimer() {
    timer.stop();
    CompletableFuture<String> done = CompletableFuture.completedFuture("done");
    assertThat(Timeouts.orTimeout(timer, done, SECOND)).isSameAs(done);
    assertThat(Timeouts.completeOnTimeout(timer, done, "late", SECOND)).isSameAs(done);
  }

  @Test
  void orTimeout_timeIsUp_theOtherTimeoutIsLetGo() {
    CompletableFuture<String> future = timed();
    assertThat(Timeouts.orTimeout(timer, future, Duration.ofHours(1))).isSameAs(future);

    clock.advance(SECOND);

    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void orTimeout_theFutureIsDone_isNotHeld() {
    WheelTimer real = WheelTimer.create();
    try (real) {
      List<WeakReference<?>> held = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        held.add(doneOn(real));
      }
      while (held.stream().anyMatch(reference -> reference.get() != null)) {
        Waiting.collect();
      }
    }
  }

  private static WeakReference<?> doneOn(WheelTimer timer) {
    CompletableFuture<Object> future = new CompletableFuture<>();
    CompletableFuture<Object> unused = Timeouts.orTimeout(timer, future, Duration.ofHours(1));
    future.complete(new Object());
    return new WeakReference<>(future);
  }

  @Test
  void orTimeout_theTimerIsStopped_isRejected() {
    timer.stop();
    CompletableFuture<String> future = new CompletableFuture<>();
    assertThatThrownBy(() -> Timeouts.orTimeout(timer, future, SECOND))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("stopped, so a future can't time out: " + timer);
    assertThat(future).isNotDone();
    assertThat(future.getNumberOfDependents()).isZero();
  }

  @Test
  void orTimeout_theLimitIsReached_isRejectedAndTheFutureGoesOn() {
    WheelTimer full = WheelTimer.builder().clock(clock).maxPendingTimeouts(1).build();
    CompletableFuture<String> first = Timeouts.orTimeout(full, new CompletableFuture<>(), SECOND);
    CompletableFuture<String> future = new CompletableFuture<>();
    assertThatThrownBy(() -> Timeouts.orTimeout(full, future, SECOND))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(future.getNumberOfDependents()).isZero();

    assertThat(first.complete("done")).isTrue();
    assertThat(Timeouts.orTimeout(full, future, SECOND)).isNotDone();
  }

  @Test
  void stop_ofTheTimer_cancelsTheFuturesThatWait() {
    CompletableFuture<String> failing = timed();
    CompletableFuture<String> completing =
        Timeouts.completeOnTimeout(timer, new CompletableFuture<>(), "late", SECOND);

    timer.stop();

    assertThat(failing.state()).isEqualTo(Future.State.CANCELLED);
    assertThat(completing.state()).isEqualTo(Future.State.CANCELLED);
  }

  @Test
  void orTimeout_theFutureTakesNoDependent_nothingIsArmed() {
    CompletableFuture<String> odd =
        new CompletableFuture<>() {
          @Override
          public CompletableFuture<String> whenComplete(
              BiConsumer<? super String, ? super Throwable> action) {
            throw new IllegalStateException("on purpose");
          }
        };
    assertThatThrownBy(() -> Timeouts.orTimeout(timer, odd, SECOND))
        .isInstanceOf(IllegalStateException.class);
    assertThat(timer.pendingTimeouts()).isZero();
    clock.advance(SECOND);
    assertThat(odd).isNotDone();
  }

  @Test
  void orTimeout_noMemoryAtTheDeadline_failsTheFutureSoonAfter() {
    CompletableFuture<String> future =
        new CompletableFuture<>() {
          private int attempts;

          @Override
          public boolean completeExceptionally(Throwable cause) {
            if (++attempts <= 2) {
              throw new OutOfMemoryError("on purpose");
            }
            return super.completeExceptionally(cause);
          }
        };
    CompletableFuture<String> unused = Timeouts.orTimeout(timer, future, SECOND);
    clock.advance(SECOND);
    assertThat(future).isNotDone();

    clock.advance(Duration.ofMillis(20));

    assertThat(future.exceptionNow()).isInstanceOf(TimeoutException.class);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void timeouts_theExecutorNeverRunsAnything_endTheFuturesAllTheSame() throws Exception {
    try (WheelTimer busy = WheelTimer.builder().taskExecutor(task -> {}).build()) {
      Duration shortly = Duration.ofMillis(5);
      CompletableFuture<String> failing =
          Timeouts.orTimeout(busy, new CompletableFuture<>(), shortly);
      CompletableFuture<Boolean> dependent =
          failing.handle((value, failure) -> Thread.currentThread().isVirtual());
      CompletableFuture<String> completing =
          Timeouts.completeOnTimeout(busy, new CompletableFuture<>(), "late", shortly);
      CompletableFuture<String> atOnce =
          Timeouts.completeOnTimeout(busy, new CompletableFuture<>(), "at once", Duration.ZERO);

      assertThat(completing.get(20, TimeUnit.SECONDS)).isEqualTo("late");
      assertThatThrownBy(() -> failing.get(20, TimeUnit.SECONDS))
          .hasCauseInstanceOf(TimeoutException.class);
      assertThat(dependent.get(20, TimeUnit.SECONDS)).isTrue();
      assertThat(atOnce.get(20, TimeUnit.SECONDS)).isEqualTo("at once");
    }
  }

  private static List<Executor> executors() {
    return List.of(task -> {}, new Relay(), Relay.perTask());
  }

  @ParameterizedTest
  @MethodSource("executors")
  void orTimeout_theClockIsMovedByHand_endsTheFutureWithinThat_whateverTheExecutor(
      Executor executor) {
    WheelTimer busy = WheelTimer.builder().clock(clock).taskExecutor(executor).build();
    CompletableFuture<String> future = Timeouts.orTimeout(busy, new CompletableFuture<>(), SECOND);
    CompletableFuture<Thread> dependent = future.handle((value, failure) -> Thread.currentThread());
    clock.advance(SECOND);
    assertThat(future.exceptionNow()).isInstanceOf(TimeoutException.class);
    assertThat(dependent.resultNow()).isSameAs(Thread.currentThread());
  }

  @Test
  void orTimeout_dependentsThatBlock_delayNoOtherTimeout() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    Duration shortly = Duration.ofMillis(5);
    List<CompletableFuture<Boolean>> blocked = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      CompletableFuture<String> future = new CompletableFuture<>();
      blocked.add(
          future.handle(
              (value, failure) -> {
                try {
                  return hold.await(30, TimeUnit.SECONDS) && Thread.currentThread().isVirtual();
                } catch (InterruptedException e) {
                  return false;
                }
              }));
      CompletableFuture<String> unused = Timeouts.orTimeout(future, shortly);
    }
    CompletableFuture<String> other = Timeouts.orTimeout(new CompletableFuture<>(), shortly);
    assertThatThrownBy(() -> other.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(TimeoutException.class);
    hold.countDown();
    for (CompletableFuture<Boolean> future : blocked) {
      assertThat(future.get(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void delayedExecutor_theTimerIsStopped_itsTasksAreReturned() throws Exception {
    List<String> ran = new ArrayList<>();
    Timeouts.delayedExecutor(timer, SECOND).execute(() -> ran.add("one"));
    Timeouts.delayedExecutor(timer, SECOND, Runnable::run).execute(() -> ran.add("two"));

    Set<io.loomwheel.Timeout> left = timer.stop();

    assertThat(left).hasSize(2).allMatch(io.loomwheel.Timeout::isCancelled);
    assertThat(ran).isEmpty();
    for (io.loomwheel.Timeout timeout : left) {
      assertThat(timeout.timer()).isSameAs(timer);
      timeout.task().run(timeout);
    }
    assertThat(ran).containsExactlyInAnyOrder("one", "two");
  }

  @Test
  void delayedExecutor_onAStoppedTimer_rejects() {
    Executor executor = Timeouts.delayedExecutor(timer, SECOND);
    timer.stop();
    assertThatThrownBy(() -> executor.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("stopped, so nothing can be delayed: " + timer);
  }

  @Test
  void delayedExecutor_nullTask_throwsAtOnce() {
    Executor executor = Timeouts.delayedExecutor(timer, SECOND);
    assertThatThrownBy(() -> executor.execute(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("command");
  }

  @Test
  void delayedExecutor_theBaseRefuses_theTimersHandlerGetsTheTask() {
    Executor shut =
        task -> {
          throw new RejectedExecutionException("on purpose");
        };
    List<String> ran = new ArrayList<>();
    Timeouts.delayedExecutor(handled, SECOND, shut).execute(() -> ran.add("late"));

    clock.advance(SECOND);

    assertThat(refused).hasSize(1);
    refused.forEach(Runnable::run);
    refused.forEach(Runnable::run);
    assertThat(ran).containsExactly("late");
  }

  @Test
  void delayedExecutor_aTaskThatThrows_tellsTheHandlerOfUncaughtExceptions() {
    IllegalStateException cause = new IllegalStateException("on purpose");
    Executor delayed = Timeouts.delayedExecutor(timer, SECOND);
    assertThat(Threads.uncaughtDuring(() -> runAfterASecond(delayed, cause, new ArrayList<>())))
        .containsExactly(cause);
  }

  private void runAfterASecond(Executor delayed, RuntimeException cause, List<Throwable> ran) {
    delayed.execute(
        () -> {
          ran.add(cause);
          throw cause;
        });
    clock.advance(SECOND);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void delayedExecutor_theBaseRunsATaskThatThrowsInsideTheCall_runsOnce_andIsUncaught(long delay) {
    Executor direct = Timeouts.delayedExecutor(handled, Duration.ofSeconds(delay), Runnable::run);
    IllegalStateException cause = new IllegalStateException("on purpose");
    List<Throwable> ran = new ArrayList<>();

    List<Throwable> uncaught = Threads.uncaughtDuring(() -> runAfterASecond(direct, cause, ran));

    assertThat(refused).isEmpty();
    assertThat(ran).containsExactly(cause);
    assertThat(uncaught).containsExactly(cause);
    assertThat(handled.stats().rejected()).isZero();
  }

  @Test
  void delayedExecutor_theBaseRunsATaskAndHasNoMemoryThen_runsOnce() {
    Executor direct =
        task -> {
          task.run();
          throw new OutOfMemoryError("on purpose");
        };
    List<String> ran = new ArrayList<>();
    Executor delayed = Timeouts.delayedExecutor(timer, SECOND, direct);
    delayed.execute(
        (Runnable) ForkJoinTask.adapt((Runnable) () -> ran.add("a future that may run twice")));
    delayed.execute(() -> ran.add("a task"));
    assertThat(Threads.uncaughtDuring(() -> clock.advance(SECOND))).hasSize(2);
    assertThat(ran).containsExactly("a future that may run twice", "a task");
  }

  @Test
  void delayedExecutor_theBaseHasNoMemory_aFutureCompletesAllTheSame() throws Exception {
    Executor without =
        task -> {
          throw new OutOfMemoryError("on purpose");
        };
    Executor delayed = Timeouts.delayedExecutor(timer, SECOND, without);
    CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> "done", delayed);
    FutureTask<String> second = new FutureTask<>(() -> "done");
    delayed.execute(second);
    clock.advance(SECOND);
    assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo("done");
    assertThat(second.get(10, TimeUnit.SECONDS)).isEqualTo("done");
  }

  @Test
  void delayedExecutor_theBaseRunsATaskThatThrowsARejection_isTakenForARefusal() {
    Executor direct = Timeouts.delayedExecutor(handled, SECOND, Runnable::run);
    List<Throwable> ran = new ArrayList<>();
    runAfterASecond(direct, new RejectedExecutionException("of another, on purpose"), ran);
    assertThat(ran).hasSize(1);
    assertThat(refused).hasSize(1);
  }

  @Test
  void delayedExecutor_inACensus_countsUnderItsCommand() {
    Timeouts.delayedExecutor(timer, SECOND).execute(new Named());
    assertThat(timer.census().byKind()).containsOnlyKeys(Named.class.getName());
  }

  @Test
  void delayedExecutor_theTimersExecutorRunsItTwice_runsOnce() {
    WheelTimer twice =
        WheelTimer.builder()
            .clock(clock)
            .taskExecutor(
                task -> {
                  task.run();
                  task.run();
                })
            .build();
    List<String> ran = new ArrayList<>();
    Timeouts.delayedExecutor(twice, SECOND).execute(() -> ran.add("one"));
    clock.advance(SECOND);
    assertThat(ran).containsExactly("one");
  }

  @Test
  void delayedExecutor_returnedTimeout_saysItsState() {
    Timeouts.delayedExecutor(timer, SECOND).execute(new Named());
    io.loomwheel.Timeout left = timer.stop().iterator().next();
    assertThat(left).hasToString("DelayedTask[cancelled, named]");
    assertThat(left.isExpired()).isFalse();
    assertThat(left.cancel()).isFalse();
    assertThat(left.reschedule(1, TimeUnit.SECONDS)).isFalse();
  }

  private static final class Named implements Runnable {
    @Override
    public void run() {}

    @Override
    public @Nullable String toString() {
      return "named";
    }
  }
}
