package io.loomwheel.loom.contract;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Future.State;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** {@code execute}, {@code submit}, and what their futures say. */
interface SubmissionContract extends Fixture {
  @Test
  default void execute_task_runsOnce() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    CountDownLatch ran = new CountDownLatch(1);
    executor().execute(runs::incrementAndGet);
    executor().execute(ran::countDown);
    await(ran);
    executor().shutdown();
    assertTerminates(executor());
    assertThat(runs).hasValue(1);
  }

  @Test
  default void execute_tasksThatThrow_laterTasksStillRun() throws Exception {
    for (int i = 0; i < 8; i++) {
      executor()
          .execute(
              () -> {
                Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> {}); // no noise
                throw new IllegalStateException("on purpose");
              });
    }
    CountDownLatch met = new CountDownLatch(4); // so that as many threads as ever are there
    Callable<Boolean> meets =
        () -> {
          met.countDown();
          await(met);
          return true;
        };
    assertThat(executor().invokeAll(Collections.nCopies(4, meets)))
        .map(Future::resultNow)
        .containsOnly(true);
  }

  @Test
  default void submit_runnable_getReturnsNull() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Runnable task = runs::incrementAndGet;
    assertThat(get(executor().submit(task))).isNull();
    assertThat(runs).hasValue(1);
  }

  @Test
  default void submit_runnableWithResult_getReturnsThatResult() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    assertThat(get(executor().submit(runs::incrementAndGet, "done"))).isEqualTo("done");
    assertThat(runs).hasValue(1);
  }

  @Test
  default void submit_callable_getReturnsItsValue() throws Exception {
    assertThat(get(executor().submit(() -> 42))).isEqualTo(42);
    Callable<Object> none = () -> null;
    assertThat(get(executor().submit(none))).isNull();
  }

  @Test
  default void submit_finished_futureSaysSuccess() throws Exception {
    Future<Integer> future = executor().submit(() -> 42);
    get(future);
    assertThat(future.isDone()).isTrue();
    assertThat(future.isCancelled()).isFalse();
    assertThat(future.state()).isEqualTo(State.SUCCESS);
    assertThat(future.resultNow()).isEqualTo(42);
    assertThatThrownBy(future::exceptionNow).isInstanceOf(IllegalStateException.class);
  }

  @Test
  default void submit_callableThrows_futureHoldsThatException() {
    IOException failure = new IOException("on purpose");
    assertFailed(
        executor()
            .submit(
                () -> {
                  throw failure;
                }),
        failure);
  }

  @Test
  default void submit_runnableThrowsAnError_futureHoldsIt() {
    AssertionError failure = new AssertionError("on purpose");
    Runnable task =
        () -> {
          throw failure;
        };
    assertFailed(executor().submit(task), failure);
    assertFailed(executor().submit(task, "result"), failure);
    assertFailed(executor().schedule(task, 1, MILLISECONDS), failure);
  }

  private void assertFailed(Future<?> future, Throwable failure) {
    assertThatThrownBy(() -> get(future))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isSameAs(failure);
    assertThat(future.isDone()).isTrue();
    assertThat(future.isCancelled()).isFalse();
    assertThat(future.state()).isEqualTo(State.FAILED);
    assertThat(future.exceptionNow()).isSameAs(failure);
    assertThatThrownBy(future::resultNow).isInstanceOf(IllegalStateException.class);
    assertThat(future.cancel(true)).isFalse();
  }

  @Test
  default void submit_stillRunning_futureSaysRunning() throws Exception {
    Blocker blocker = new Blocker();
    Future<?> future = executor().submit((Runnable) blocker);
    blocker.awaitBegun();
    assertThat(future.isDone()).isFalse();
    assertThat(future.state()).isEqualTo(State.RUNNING);
    assertThatThrownBy(future::resultNow).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(future::exceptionNow).isInstanceOf(IllegalStateException.class);
    blocker.letGo();
    get(future);
  }

  @Test
  default void get_timeIsUp_throwsTimeoutAndTheTaskGoesOn() throws Exception {
    Blocker blocker = new Blocker();
    Future<?> future = executor().submit((Runnable) blocker);
    long start = System.nanoTime();
    assertThatThrownBy(() -> future.get(5, MILLISECONDS)).isInstanceOf(TimeoutException.class);
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(MILLISECONDS.toNanos(5));
    assertThatThrownBy(() -> future.get(0, MILLISECONDS)).isInstanceOf(TimeoutException.class);
    assertThatThrownBy(() -> future.get(-1, MILLISECONDS)).isInstanceOf(TimeoutException.class);
    blocker.letGo();
    get(future);
    assertThat(blocker.wasInterrupted()).isFalse();
  }

  @Test
  default void get_severalWaiters_allSeeTheResult() throws Exception {
    Blocker blocker = new Blocker();
    Future<String> future = executor().submit(() -> blocker.call());
    CountDownLatch saw = new CountDownLatch(3);
    for (int i = 0; i < 3; i++) {
      Thread.ofVirtual()
          .start(
              Fixture.unchecked(
                  () -> {
                    assertThat(get(future)).isEqualTo("let go");
                    saw.countDown();
                    return null;
                  }));
    }
    blocker.awaitBegun();
    blocker.letGo();
    await(saw);
  }

  @Test
  default void submit_fromATask_runs() throws Exception {
    assertThat(get(executor().submit(() -> get(executor().submit(() -> 7))))).isEqualTo(7);
  }
}
