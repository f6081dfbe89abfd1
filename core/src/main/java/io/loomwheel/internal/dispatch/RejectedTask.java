package io.loomwheel.internal.dispatch;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A refused task in the hands of the handler of rejections: run there, handed on, or dropped. It is
 * dropped when the handler says so, or when nobody can run it any more, which the garbage collector
 * finds out. Thread-safe.
 */
public final class RejectedTask implements Runnable {
  /** The task, or null once it was run or dropped. Swapped by the thread that does either. */
  private final AtomicReference<@Nullable Droppable> held;

  private final Cleaner.Cleanable dropped;

  RejectedTask(Droppable task, Executor fresh) {
    AtomicReference<@Nullable Droppable> mine = new AtomicReference<>(task);
    held = mine;
    dropped = Dispatcher.cleaner().register(this, () -> drop(mine.getAndSet(null), fresh));
  }

  private static void drop(@Nullable Droppable task, Executor fresh) {
    if (task != null) {
      try {
        fresh.execute(task::onDropped);
      } catch (Throwable noThread) {
        task.onDropped();
      }
    }
  }

  /** Runs the task, unless it was run or dropped before. */
  @Override
  public void run() {
    Droppable task = take();
    if (task != null) {
      task.run();
    }
  }

  /** Tells the task that it won't run, unless it was run or dropped before. Throws nothing. */
  public void drop() {
    dropped.clean();
  }

  /** {@return the task, if it was neither run nor dropped; it is the caller's then} */
  @Nullable Droppable take() {
    try {
      return held.getAndSet(null);
    } finally {
      dropped.clean(); // tells nobody any more
      Reference.reachabilityFence(this); // the collector might have been first otherwise
    }
  }

  @Override
  public String toString() {
    return "rejected " + held;
  }

  /**
   * A task of the user, which the handler of rejections gets if the executor refuses it. Every
   * other task is a step of ours: it runs in any case, and that handler never sees it.
   */
  public interface Droppable extends Runnable {
    /** {@return whether the handler may get this one} Others run on a fresh virtual thread. */
    default boolean mayBeDropped() {
      return true;
    }

    /**
     * Called at most once, when the handler has dropped this task, on a fresh virtual thread. A
     * task that an executor has run before it threw may have begun.
     */
    void onDropped();

    /** {@return whether the task has surely run since it was handed over} */
    default boolean hasRun() {
      return false;
    }
  }
}
