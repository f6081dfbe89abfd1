package io.loomwheel.loom.contract;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** {@code awaitTermination}, {@code isTerminated} and {@code close}. */
interface TerminationContract extends Fixture {
  @Test
  default void isTerminated_idleButNotShutDown_isFalse() throws Exception {
    get(executor().submit(() -> {}));
    assertThat(executor().isShutdown()).isFalse();
    assertThat(executor().isTerminated()).isFalse();
    assertThat(executor().awaitTermination(0, DAYS)).isFalse();
  }

  @Test
  default void isTerminated_neverUsed_isTrueOnceShutDown() throws Exception {
    executor().shutdown();
    assertTerminates(executor());
    assertThat(executor().awaitTermination(0, DAYS)).isTrue();
    assertThat(executor().awaitTermination(-1, DAYS)).isTrue();
    assertThat(executor().shutdownNow()).isEmpty();
  }

  @Test
  default void awaitTermination_terminated_isTrueForAnInterruptedThreadToo() throws Exception {
    executor().close();
    Thread.currentThread().interrupt();
    assertThat(executor().awaitTermination(1, DAYS)).isTrue();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  default void awaitTermination_timeIsUp_isFalseAndNotEarly() throws Exception {
    ScheduledFuture<?> pending = executor().schedule(() -> {}, 1, HOURS);
    executor().shutdown();
    long start = System.nanoTime();
    assertThat(executor().awaitTermination(15, MILLISECONDS)).isFalse();
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(MILLISECONDS.toNanos(15));
    assertThat(executor().awaitTermination(0, DAYS)).isFalse();
    assertThat(executor().awaitTermination(Long.MIN_VALUE, DAYS)).isFalse();
    assertThat(pending.isDone()).isFalse();
  }

  @Test
  default void awaitTermination_lastTaskEnds_returnsThenAndNotAtAPoll() throws Exception {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 10; i++) {
      best = Math.min(best, nanosFromTheLastEndToTheReturn(another()));
    }
    // Whoever looks every so often has just looked when the task is let go, each time.
    assertThat(best).isLessThan(MILLISECONDS.toNanos(10));
  }

  private long nanosFromTheLastEndToTheReturn(ScheduledExecutorService executor)
      throws InterruptedException {
    Blocker blocker = new Blocker();
    executor.execute(blocker);
    blocker.awaitBegun();
    executor.shutdown();
    AtomicLong returned = new AtomicLong();
    AtomicBoolean terminated = new AtomicBoolean();
    Thread waiter =
        Thread.ofPlatform()
            .start(
                Fixture.unchecked(
                    () -> {
                      terminated.set(executor.awaitTermination(Long.MAX_VALUE, DAYS));
                      returned.set(System.nanoTime());
                      return null;
                    }));
    eventually(
        () ->
            waiter.getState() == Thread.State.TIMED_WAITING
                || waiter.getState() == Thread.State.WAITING);
    long letGo = System.nanoTime();
    blocker.letGo();
    assertThat(waiter.join(Duration.ofSeconds(20))).isTrue();
    assertThat(terminated).isTrue();
    return returned.get() - letGo;
  }

  @Test
  default void cancel_ofTheLastTaskAfterShutdown_terminates() throws Exception {
    ScheduledFuture<?> last = executor().schedule(() -> {}, 1, HOURS);
    executor().shutdown();
    last.cancel(false);
    assertTerminates(executor());
  }

  @Test
  default void shutdown_cancelledBefore_terminatesWithoutWaitingForTheirDelay() throws Exception {
    executor().schedule(() -> {}, 1, HOURS).cancel(false);
    executor().shutdown();
    assertTerminates(executor());
  }

  @Test
  default void cancel_ofARunningTask_terminatesOnlyWhenItHasEnded() throws Exception {
    Blocker blocker = new Blocker();
    Future<?> future = executor().submit((Runnable) blocker);
    blocker.awaitBegun();
    executor().shutdown();
    future.cancel(false);
    assertThat(executor().awaitTermination(5, MILLISECONDS)).isFalse();
    blocker.letGo();
    assertTerminates(executor());
  }

  @Test
  default void close_waitsForRunningAndDelayedTasks() throws Exception {
    Future<Integer> running = executor().submit(() -> 1);
    ScheduledFuture<Integer> delayed = executor().schedule(() -> 2, 20, MILLISECONDS);
    executor().close();
    assertThat(executor().isTerminated()).isTrue();
    assertThat(running.resultNow()).isEqualTo(1);
    assertThat(delayed.resultNow()).isEqualTo(2);
  }

  @Test
  default void close_againOrInterrupted_onceTerminatedHasNoEffect() {
    executor().close();
    Thread.currentThread().interrupt();
    executor().close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(executor().isTerminated()).isTrue();
  }

  @Test
  default void close_callerInterrupted_stopsTheTasksWaitsAndKeepsTheInterrupt() throws Exception {
    Blocker blocker = new Blocker();
    AtomicBoolean cleanedUp = new AtomicBoolean();
    Future<String> running =
        executor()
            .submit(
                (Callable<String>)
                    () -> {
                      String result = blocker.call();
                      cleanedUp.set(true);
                      return result;
                    });
    ScheduledFuture<?> delayed = executor().schedule(() -> {}, 1, HOURS);
    blocker.awaitBegun();
    Thread.currentThread().interrupt();
    executor().close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(executor().isTerminated()).isTrue();
    assertThat(blocker.wasInterrupted()).isTrue();
    assertThat(cleanedUp).isTrue();
    assertThat(running.isDone()).isTrue();
    assertThat(delayed.isDone()).isEqualTo(differences().contains(Difference.CLOSE_CANCELS));
  }

  @Test
  default void close_interruptedWhileItWaits_stopsTheTasks() throws Exception {
    Blocker blocker = new Blocker();
    executor().execute(blocker);
    blocker.awaitBegun();
    AtomicBoolean kept = new AtomicBoolean();
    Thread closer =
        Thread.ofPlatform()
            .start(
                () -> {
                  executor().close();
                  kept.set(Thread.currentThread().isInterrupted());
                });
    eventually(executor()::isShutdown);
    closer.interrupt();
    assertThat(closer.join(Duration.ofSeconds(20))).isTrue();
    assertThat(blocker.wasInterrupted()).isTrue();
    assertThat(kept).isTrue();
  }
}
