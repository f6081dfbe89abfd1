package io.loomwheel.internal.dispatch;

import java.util.Iterator;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Takes the tasks of a relay and runs them, until there are none.
 *
 * <p>Not thread-safe: used by one thread, a relief's or a rescuer's. Needs no memory once made.
 */
final class Drainer {
  /** Tasks it runs before it yields to the carrier's other virtual threads. */
  private static final int BATCH = 128;

  /** The power of two of {@link Thread#onSpinWait} that it backs off for at the most. */
  private static final int MOST_CONTENTION = 10;

  private final TaskRelay relay;
  private final Queue<Offer> queue;
  private final @Nullable ClassLoader loader;
  private final Offer.Place place = new Offer.Place();

  /** The relief in whose place a rescuer drains until it begins; null in a relief's drainer. */
  private final @Nullable Relief overdue;

  private int ran;
  private int contention;

  Drainer(TaskRelay relay, @Nullable Relief overdue) {
    this.relay = relay;
    this.queue = relay.queue();
    this.loader = relay.contextClassLoader();
    this.overdue = overdue;
  }

  /**
   * Runs tasks. Ends when the queue is empty, and for no failure: there may be no other drainer. So
   * a step that fails on the way to a task, for lack of memory or stack, is tried again, and a task
   * that was taken by then is run.
   */
  void drain() {
    while (true) {
      Runnable task = null;
      try {
        Offer offer = queue.peek();
        if (offer == null || (overdue != null && relay.relief() != overdue)) {
          return;
        }
        task = offer.take(place);
        if (task == null || offer.isSpent()) {
          removeFirst(offer);
        }
        if (task == null) {
          backOff();
        } else {
          contention = Math.max(0, contention - 1);
          if (!queue.isEmpty()) {
            relay.relieve();
          }
        }
      } catch (Throwable noMemory) {
        // Without a relief the tasks behind this one wait for it, or for the relief of the next
        // offer, which is better than not running.
        giveWay();
      }
      if (task != null) {
        if (overdue != null && task != TaskRelay.NOTHING) {
          relay.countRescued();
        }
        run(task);
        if (++ran % BATCH == 0) {
          giveWay();
        }
      }
    }
  }

  /**
   * Waits for a moment, at most 40 µs, if other drainers are faster: two drainers that contend for
   * every task cost five times what one does.
   */
  private void backOff() {
    for (int i = 1 << contention; i > 0; i--) {
      Thread.onSpinWait();
    }
    contention = Math.min(contention + 1, MOST_CONTENTION);
  }

  /**
   * Removes the offer if it is still the first. Another drainer may have removed it: {@code
   * queue.remove} would then search all waiting offers for it.
   */
  private void removeFirst(Offer offer) {
    Iterator<Offer> offers = queue.iterator();
    if (offers.hasNext() && offers.next() == offer) {
      offers.remove();
    }
  }

  /** Yields. Catches Errors, because unmounting a virtual thread takes memory. */
  private static void giveWay() {
    try {
      Thread.yield();
    } catch (Throwable noMemory) {
      Thread.onSpinWait();
    }
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable t) {
      tellHandler(t);
    } finally {
      cleanUp(Thread.currentThread());
    }
  }

  /** Gives the next task the thread state that this task found. */
  private void cleanUp(Thread thread) {
    Thread.interrupted();
    if (thread.getContextClassLoader() != loader) {
      thread.setContextClassLoader(loader);
    }
  }

  /** Throws nothing: a drainer may be the last one, so nothing may end it. */
  private static void tellHandler(Throwable failure) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    } catch (Throwable handlerFailed) {
      // ignored, as the JVM ignores what such a handler throws
    }
  }
}
