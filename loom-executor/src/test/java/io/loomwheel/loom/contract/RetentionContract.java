package io.loomwheel.loom.contract;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.hangwatch.Waiting;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What is done or cancelled holds nothing, and nothing holds it. */
interface RetentionContract extends Fixture {
  /** A task that can be watched; a lambda without captures would never be collected. */
  final class Watched implements Runnable, Callable<String> {
    private final boolean fails;

    Watched(boolean fails) {
      this.fails = fails;
    }

    @Override
    public void run() {
      if (fails) {
        throw new IllegalStateException("on purpose");
      }
    }

    @Override
    public String call() {
      return "value";
    }
  }

  /** A future, and its task without a strong reference to it. */
  record Pair(Future<?> future, WeakReference<Watched> task) {
    static Pair of(boolean fails, Function<Watched, Future<?>> start) {
      Watched task = new Watched(fails);
      return new Pair(start.apply(task), new WeakReference<>(task));
    }

    void assertTaskIsUnreachable() {
      try {
        assertCollected(task);
      } finally {
        Reference.reachabilityFence(future);
      }
    }
  }

  private static void assertCollected(WeakReference<?> reference) {
    assertThat(Waiting.isCollected(reference)).isTrue();
  }

  @Test
  default void cancel_pendingTask_theFutureHoldsItNoLonger() {
    for (Pair pair :
        new Pair[] {
          Pair.of(false, task -> executor().schedule((Runnable) task, 1, HOURS)),
          Pair.of(false, task -> executor().schedule((Callable<String>) task, 1, HOURS)),
          Pair.of(false, task -> executor().scheduleAtFixedRate(task, 1, 1, HOURS)),
          Pair.of(false, task -> executor().scheduleWithFixedDelay(task, 1, 1, HOURS))
        }) {
      pair.future().cancel(false);
      pair.assertTaskIsUnreachable();
    }
  }

  @Test
  default void cancel_periodThatHasRun_theFutureHoldsItsTaskNoLonger() throws Exception {
    Pair pair = Pair.of(false, task -> executor().scheduleAtFixedRate(task, 0, 1, MILLISECONDS));
    get(executor().schedule(() -> {}, 5, MILLISECONDS));
    pair.future().cancel(false);
    pair.assertTaskIsUnreachable();
  }

  @Test
  default void taskHasRun_theFutureHoldsItNoLonger() throws Exception {
    for (Pair pair :
        new Pair[] {
          Pair.of(false, task -> executor().submit((Runnable) task)),
          Pair.of(false, task -> executor().submit((Callable<String>) task)),
          Pair.of(false, task -> executor().schedule((Runnable) task, 1, MILLISECONDS)),
          Pair.of(true, task -> executor().submit((Runnable) task)),
          Pair.of(true, task -> executor().scheduleAtFixedRate(task, 0, 1, MILLISECONDS))
        }) {
      eventually(pair.future()::isDone);
      pair.assertTaskIsUnreachable();
    }
  }

  @Test
  default void cancel_pendingFuture_theExecutorHoldsItNoLonger() {
    assertCollected(cancelledFuture());
  }

  private WeakReference<Future<?>> cancelledFuture() {
    Future<?> future = executor().schedule(() -> {}, 1, HOURS);
    future.cancel(false);
    return new WeakReference<>(future);
  }
}
