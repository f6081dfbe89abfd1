package io.loomwheel.internal.wheel;

import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that stops have cancelled. Each is notified, and then taken by one stop, which returns
 * it.
 *
 * <p>One thread notifies at a time; whoever comes meanwhile leaves the rest to it. So nodes that
 * each stop the timer as they are notified don't nest.
 *
 * <p>Nothing that fails on the way loses a node: it lies here from the store behind its
 * cancellation until a stop has taken it, but while it is notified. A node that ran out of memory
 * or stack meanwhile is notified again by the next stop. Needs no memory: nodes have a link for
 * this.
 *
 * <p>Thread-safe by its monitor, in which no node is notified. The blocks under it make no call
 * that may overflow the stack once they have changed something.
 */
public final class StoppedNodes {
  /** Those to be notified. */
  private @Nullable WheelNode waiting;

  /** Those that there was no memory or stack to notify. */
  private @Nullable WheelNode failed;

  /** Those that were notified, to be taken. */
  private @Nullable WheelNode notified;

  /** Whether a thread is at it. */
  private boolean isNotifying;

  /**
   * Cancels a node that is notified later; {@return whether this call has} If it throws, nothing
   * has changed.
   */
  public synchronized boolean cancel(WheelNode node) {
    boolean mine = node.claimCancel();
    if (mine) {
      node.next = waiting;
      waiting = node;
    }
    return mine;
  }

  /**
   * Notifies each node that was not notified yet, unless a thread is at it. Throws nothing;
   * {@return what was thrown, added up, or null}
   */
  public @Nullable Throwable notifyEach(BinaryOperator<@Nullable Throwable> add) {
    Throwable all = null;
    synchronized (this) {
      if (isNotifying) {
        return null;
      }
      isNotifying = true;
    }
    while (true) {
      WheelNode node;
      Throwable thrown = null;
      synchronized (this) {
        node = waiting;
        if (node == null) {
          waiting = failed; // for the next stop
          failed = null;
          isNotifying = false;
          return all;
        }
        waiting = node.next;
      }
      try {
        node.onStopped();
      } catch (Throwable t) {
        thrown = t;
      }
      synchronized (this) {
        if (thrown instanceof OutOfMemoryError || thrown instanceof StackOverflowError) {
          node.next = failed;
          failed = node;
        } else {
          node.next = notified;
          notified = node;
        }
      }
      if (thrown != null) {
        try {
          all = add.apply(all, thrown);
        } catch (Throwable noMemory) {
          all = all == null ? thrown : all;
        }
      }
    }
  }

  /**
   * Takes the nodes that were notified: all of them or, if it throws, none. Must not be given what
   * calls other code.
   */
  public synchronized void takeNotified(Consumer<? super WheelNode> to) {
    for (WheelNode node = notified; node != null; node = node.next) {
      to.accept(node);
    }
    for (WheelNode node; (node = notified) != null; ) {
      notified = node.next;
      node.next = null; // otherwise each that is held would hold all behind it
    }
  }
}
