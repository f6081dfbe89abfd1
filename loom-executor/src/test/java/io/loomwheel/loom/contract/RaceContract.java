package io.loomwheel.loom.contract;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Callers against each other: nothing is lost, and nothing happens twice. */
interface RaceContract extends Fixture {
  /** One accepted task: how often it ran, and its future. */
  final class Accepted {
    final AtomicInteger runs = new AtomicInteger();
    ScheduledFuture<?> future;
  }

  @Test
  default void cancel_racingTheRun_theFutureAgreesWithTheAnswer() throws Exception {
    for (int i = 0; i < 500; i++) {
      Accepted task = new Accepted();
      task.future =
          executor().schedule((Runnable) task.runs::incrementAndGet, i % 50, MICROSECONDS);
      boolean cancelled = task.future.cancel(false);
      assertThat(task.future.isCancelled()).isEqualTo(cancelled);
      if (cancelled) {
        assertThatThrownBy(() -> get(task.future)).isInstanceOf(CancellationException.class);
      } else {
        get(task.future);
        assertThat(task.runs).hasValue(1);
      }
    }
  }

  @Test
  default void shutdown_racingSubmissions_runsAllThatWereAccepted() throws Exception {
    for (int round = 0; round < 20; round++) {
      ScheduledExecutorService executor = another();
      List<Accepted> accepted = submitUntilRejected(executor, executor::shutdown);
      assertTerminates(executor);
      if (differences().contains(Difference.LATE_ARE_CANCELLED)) {
        accepted.removeIf(task -> task.runs.get() == 0 && task.future.isCancelled());
      }
      assertThat(accepted).isNotEmpty().allMatch(task -> task.runs.get() == 1);
      assertThat(accepted).allMatch(task -> task.future.state() == Future.State.SUCCESS);
    }
  }

  @Test
  default void shutdownNow_racingSubmissions_runsReturnsOrCancelsEachOnce() throws Exception {
    for (int round = 0; round < 20; round++) {
      ScheduledExecutorService executor = another();
      Set<Object> returned = Collections.newSetFromMap(new IdentityHashMap<>());
      List<Runnable> list = new ArrayList<>();
      List<Accepted> accepted =
          submitUntilRejected(executor, () -> list.addAll(executor.shutdownNow()));
      assertTerminates(executor);
      returned.addAll(list);
      assertThat(returned).hasSameSizeAs(list);
      for (Accepted task : accepted) {
        int fates = task.runs.get();
        fates += returned.remove(task.future) ? 1 : 0;
        fates += task.future.isCancelled() ? 1 : 0;
        assertThat(fates).isEqualTo(1);
      }
      assertThat(returned).isEmpty();
    }
  }

  /** Two threads submit, with delays of 0 and of 2 ms, while a third stops the executor. */
  private List<Accepted> submitUntilRejected(ScheduledExecutorService executor, Runnable stop)
      throws Exception {
    CountDownLatch some = new CountDownLatch(100);
    AtomicBoolean stopped = new AtomicBoolean();
    try (ExecutorService callers = Executors.newFixedThreadPool(2)) {
      List<Future<List<Accepted>>> parts = new ArrayList<>();
      for (int caller = 0; caller < 2; caller++) {
        parts.add(callers.submit(() -> submitWhileAccepted(executor, some, stopped)));
      }
      await(some);
      stop.run();
      stopped.set(true);
      List<Accepted> accepted = new ArrayList<>();
      for (Future<List<Accepted>> part : parts) {
        accepted.addAll(get(part));
      }
      return accepted;
    }
  }

  private static List<Accepted> submitWhileAccepted(
      ScheduledExecutorService executor, CountDownLatch some, AtomicBoolean stopped) {
    List<Accepted> accepted = new ArrayList<>();
    while (true) {
      boolean mustReject = stopped.get();
      Accepted task = new Accepted();
      try {
        task.future =
            executor.schedule(
                (Runnable) task.runs::incrementAndGet, accepted.size() % 2 * 2L, MILLISECONDS);
      } catch (RejectedExecutionException end) {
        return accepted;
      }
      if (mustReject) {
        throw new AssertionError("accepted after it was stopped");
      }
      accepted.add(task);
      some.countDown();
    }
  }
}
