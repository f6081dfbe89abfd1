package io.loomwheel.internal.wheel;

import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that stops have cancelled. Each is told, and then taken by one stop, which returns it.
 *
 * <p>Nothing that fails on the way loses a node: it lies here from the store behind its
 * cancellation until a stop has taken it, but while it is told. A node that ran out of memory or
 * stack as it was told is told again by the next stop. Needs no memory: nodes are linked by the
 * link of a queue, and one that was cancelled while it was armed lies in no other.
 *
 * <p>Thread-safe by its monitor, in which no node is told. The blocks under it make no call that
 * may overflow the stack once they have changed something.
 */
@SuppressWarnings("exports") // jspecify's annotations are optional for callers
public final class StoppedNodes {
  private @Nullable WheelNode untold;

  /** Those that there was no memory or stack to tell. */
  private @Nullable WheelNode failed;

  private @Nullable WheelNode told;

  /** Makes an empty one. */
  public StoppedNodes() {}

  /**
   * Cancels a node that is told later.
   *
   * @param node of any state
   * @return whether this call cancelled it. If it throws, nothing has changed
   */
  public synchronized boolean cancel(WheelNode node) {
    boolean mine = node.claimCancel();
    if (mine) {
      node.next = untold;
      untold = node;
    }
    return mine;
  }

  /**
   * Tells each node that was not told yet. Throws nothing.
   *
   * @param first what was thrown before, or null
   * @param add combines what was thrown before with what a node throws
   * @return what was thrown, or null
   */
  public @Nullable Throwable tellAll(
      @Nullable Throwable first, BinaryOperator<@Nullable Throwable> add) {
    Throwable all = first;
    while (true) {
      WheelNode node;
      Throwable thrown = null;
      synchronized (this) {
        node = untold;
        if (node == null) {
          untold = failed; // for the next stop
          failed = null;
          return all;
        }
        untold = node.next;
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
          node.next = told;
          told = node;
        }
      }
      if (thrown != null) {
        try {
          all = add.apply(all, thrown);
        } catch (Throwable noRoom) {
          all = all == null ? thrown : all;
        }
      }
    }
  }

  /**
   * Takes the nodes that were told: all of them or, if it throws, none.
   *
   * @param to gets each; must not call other code
   */
  public synchronized void takeTold(Consumer<? super WheelNode> to) {
    for (WheelNode node = told; node != null; node = node.next) {
      to.accept(node);
    }
    for (WheelNode node; (node = told) != null; ) {
      told = node.next;
      node.next = null; // otherwise each that is held would hold all behind it
    }
  }
}
