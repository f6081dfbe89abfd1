package io.loomwheel.contract;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The wheel waits, and another scheduler runs. */
public abstract class DelegatingContract {
  protected final WheelTimer timer = WheelTimer.create();

  /** The names of threads that ran {@link #task}, without their numbers. */
  protected final Set<String> threads = ConcurrentHashMap.newKeySet();

  protected DelegatingContract() {}

  /** {@return the one on {@link #timer}, whose target has two threads named {@code target-}} */
  protected abstract Subject delegating();

  /** {@return one on {@link #timer} that knows the threads of its target, two or a few more} */
  protected abstract Subject delegatingToThreads();

  protected abstract void runOnTarget(Runnable task);

  /** Sets the library's hook of submitted tasks. */
  protected abstract void onSchedule(UnaryOperator<Runnable> hook);

  /** Undoes what was hooked, and ends the target. */
  protected abstract void reset();

  @AfterEach
  final void end() {
    delegating().dispose();
    reset();
    timer.stop();
  }

  protected final Runnable task(CountDownLatch done) {
    return () -> {
      threads.add(Thread.currentThread().getName().replaceAll("-.*", ""));
      done.countDown();
    };
  }

  @Test
  void tasksOfEveryKind_runOnTheTarget() {
    Taker worker = delegating().createWorker();
    CountDownLatch done = new CountDownLatch(7);
    for (Taker taker : List.of(delegating(), worker)) {
      taker.schedule(task(done));
      taker.schedule(task(done), 1, MILLISECONDS);
    }
    Handle periodic =
        SchedulerContract.accepted(
            delegating().schedulePeriodically(task(done), 0, 1, MILLISECONDS));
    worker.schedulePeriodically(task(done), 1, 1, MILLISECONDS);
    SchedulerContract.await(done);
    assertThat(threads).containsExactly("target");
    assertThat(periodic.isDisposed()).isFalse();
  }

  @Test
  void worker_keepsTheOrderOfDeadlines_thenOfSubmission() {
    Taker worker = delegating().createWorker();
    List<Integer> order = new ArrayList<>(); // plain on purpose: the target has to publish it
    CountDownLatch done = new CountDownLatch(2000);
    for (int i = 0; i < 2000; i++) {
      int number = i;
      worker.schedule(
          () -> {
            order.add(number);
            done.countDown();
          },
          i < 1000 ? 50 : 51,
          MILLISECONDS);
    }
    SchedulerContract.await(done);
    assertThat(order).isSorted();
  }

  @Test
  void dispose_interruptsWhatRunsOnTheTarget_andLeavesTheTargetClean() {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    delegating().schedule(() -> SchedulerContract.block(running, interrupted), 1, MILLISECONDS);
    SchedulerContract.await(running);
    delegating().dispose();
    SchedulerContract.await(interrupted);
    AtomicInteger leaks = new AtomicInteger();
    CountDownLatch after = new CountDownLatch(20);
    for (int i = 0; i < 20; i++) {
      runOnTarget(
          () -> {
            leaks.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
            after.countDown();
          });
    }
    SchedulerContract.await(after);
    assertThat(leaks).hasValue(0);
  }

  @Test
  void onSchedule_neverRunsOnTheDriver() {
    Set<String> callers = ConcurrentHashMap.newKeySet();
    onSchedule(
        task -> {
          callers.add(Thread.currentThread().getName());
          return task;
        });
    CountDownLatch done = new CountDownLatch(6);
    for (Taker taker : List.of(delegating(), delegating().createWorker())) {
      taker.schedule(done::countDown, 1, MILLISECONDS);
      taker.schedulePeriodically(done::countDown, 1, 1, MILLISECONDS);
    }
    SchedulerContract.await(done);
    assertThat(callers).isNotEmpty().noneMatch(name -> name.contains("driver"));
  }

  /** Else the timeout of a stream might wait for the thread that the stream keeps busy. */
  @ParameterizedTest(name = "after {0} delays, by a Worker: {1}")
  @CsvSource({"0, false", "1, false", "2, false", "3, false"})
  @CsvSource({"0, true", "1, true", "2, true", "3, true"})
  void delay_whileOneThreadComputes_isDueOnAnother(int before, boolean byWorker) throws Exception {
    Subject few = delegatingToThreads();
    for (int i = 0; i < before; i++) {
      Thread thread = delayed(few);
      while (thread.getState() != Thread.State.WAITING) {
        Waiting.spin();
      }
    }
    CompletableFuture<Thread> computing = new CompletableFuture<>();
    CountDownLatch stays = new CountDownLatch(1);
    Taker taker = byWorker ? few.createWorker() : few;
    taker.schedule(
        () -> {
          computing.complete(Thread.currentThread());
          SchedulerContract.block(stays, stays);
        });
    Thread busy = computing.get(60, SECONDS);
    assertThat(delayed(few)).isNotSameAs(busy);
    few.dispose();
  }

  /** {@return the thread on which a delay is over} */
  private static Thread delayed(Taker by) {
    CompletableFuture<Thread> ranOn = new CompletableFuture<>();
    by.schedule(() -> ranOn.complete(Thread.currentThread()), 1, MILLISECONDS);
    return ranOn.orTimeout(10, SECONDS).join();
  }
}
