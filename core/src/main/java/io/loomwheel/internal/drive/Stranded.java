package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.WheelNode;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Fired nodes for which no thread could be started. The driver keeps them and tries again, because
 * it must not run user code.
 *
 * <p>There may be no memory at all, so nodes are linked by their inbox links: a fired node lies in
 * no inbox, unless it was brought forward as it fired. Such a node, and a task that is no node,
 * needs a cell in a queue.
 *
 * <p>Not thread-safe: used by the driver only.
 */
final class Stranded {
  /** Lies behind the youngest, so that a kept node's link is never null. */
  private static final WheelNode END = new Bottom();

  private final Outlet outlet;
  private final Deque<Runnable> others;
  private final Pause pause = new Pause();
  private WheelNode oldest = END;
  private @Nullable WheelNode youngest;

  Stranded(Outlet outlet) {
    this(outlet, new ArrayDeque<>());
  }

  /** Takes the queue of tasks that can't be linked. */
  Stranded(Outlet outlet, Deque<Runnable> others) {
    this.outlet = outlet;
    this.others = others;
  }

  /**
   * Keeps a task. Throws nothing, because nobody else has the task any more. A step on the way may
   * still need memory, if only for the JVM to link a call that was never made before; then this
   * waits for some.
   */
  void keep(Runnable task) {
    while (!isKept(task)) {
      pause.take(this);
    }
  }

  private boolean isKept(Runnable task) {
    try {
      add(task);
      return true;
    } catch (Throwable noMemory) {
      return false;
    }
  }

  private void add(Runnable task) {
    if (!(task instanceof WheelNode node) || !node.claimForQueue(END)) {
      others.add(task);
    } else if (youngest == null) {
      oldest = node;
      youngest = node;
    } else {
      youngest.linkNext(node);
      youngest = node;
    }
  }

  /** Hands on tasks while there are threads, oldest first; returns whether none is left. */
  boolean retry() {
    for (WheelNode node; (node = oldest) != END; ) {
      WheelNode younger = node.nextInQueue();
      node.linkNext(null); // the thread that runs it may arm it again
      boolean runs = false;
      try {
        runs = outlet.retry(node);
      } finally {
        if (!runs) {
          node.linkNext(younger);
        }
      }
      if (!runs) {
        return false;
      }
      oldest = younger == null ? END : younger;
      youngest = oldest == END ? null : youngest;
    }
    for (Runnable task; (task = others.peek()) != null; ) {
      if (!outlet.retry(task)) {
        return false;
      }
      others.remove();
    }
    return true;
  }

  boolean isEmpty() {
    return oldest == END && others.isEmpty();
  }

  private static final class Bottom extends WheelNode {
    @Override
    public void run() {
      throw new AssertionError("the end is never armed");
    }
  }
}
