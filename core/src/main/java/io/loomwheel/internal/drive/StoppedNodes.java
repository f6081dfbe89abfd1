package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.WheelNode;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that stops have cancelled. Each is told, and then taken by one stop, which returns it.
 *
 * <p>Nothing that fails on the way loses a node: it lies here from the store behind its
 * cancellation until a stop has taken it. A node that ran out of memory or stack as it was told is
 * told again by the next stop. Costs a reference for each node, in batches that are never copied.
 *
 * <p>Thread-safe by its monitor, in which no node is told.
 */
public final class StoppedNodes {
  private static final int LENGTH = 256;

  /** The youngest batch. Guarded by this. */
  private @Nullable Batch top;

  /** Makes an empty one. */
  public StoppedNodes() {}

  /** {@return whether this call cancelled the node} If it throws, nothing has changed. */
  synchronized boolean cancel(WheelNode node) {
    Batch batch = top;
    if (batch == null || batch.size == LENGTH || batch.telling) {
      batch = new Batch(batch);
      top = batch;
    }
    boolean mine = node.claimCancel();
    if (mine) { // no call from here on
      batch.nodes[batch.size] = node;
      batch.size++;
    }
    return mine;
  }

  /** Tells each node that was not told yet. Then throws the first of what they threw. */
  public void tellAll() {
    Throwable first = null;
    for (Batch batch = null; (batch = beginNext(batch)) != null; ) {
      try {
        first = batch.tell(first);
      } finally {
        batch.telling = false;
      }
    }
    Callbacks.throwIfAny(first);
  }

  /** {@return the next batch that has nodes to be told, for the caller alone} */
  private synchronized @Nullable Batch beginNext(@Nullable Batch last) {
    Batch batch = last == null ? top : last.older;
    while (batch != null && (batch.telling || batch.told == batch.size)) {
      batch = batch.older;
    }
    if (batch != null) {
      batch.telling = true;
    }
    return batch;
  }

  /**
   * Takes the nodes that were told: all of them or, if it throws, none.
   *
   * @param to gets each; must not call other code
   */
  public synchronized void takeTold(Consumer<? super WheelNode> to) {
    for (Batch batch = top; batch != null; batch = batch.older) {
      batch.leaving = batch.telling ? batch.taken : batch.told; // looked at once: it may end now
      for (int i = batch.taken; i < batch.leaving; i++) {
        to.accept(batch.nodes[i]);
      }
    }
    Batch kept = null; // no call from here on
    for (Batch batch = top; batch != null; batch = batch.older) {
      batch.taken = batch.leaving;
      if (batch.taken < batch.size) {
        kept = batch;
      } else if (kept == null) {
        top = batch.older;
      } else {
        kept.older = batch.older;
      }
    }
  }

  /** Its nodes from the first on were taken, told, or only cancelled. */
  private static final class Batch {
    final WheelNode[] nodes = new WheelNode[LENGTH];

    /** Guarded by the list of batches. */
    @Nullable Batch older;

    /**
     * Whether a stop tells the nodes; nobody else uses the batch meanwhile. Set under the monitor
     * of the list. Cleared without it, where the stack may have no room for a call.
     */
    volatile boolean telling;

    int size;
    int told;
    int leaving;
    int taken;

    Batch(@Nullable Batch older) {
      this.older = older;
    }

    /** {@return what was thrown first, before or now} */
    @Nullable Throwable tell(@Nullable Throwable before) {
      Throwable first = before;
      for (int i = told; i < size; i++) {
        WheelNode node = nodes[i];
        try {
          node.onStopped();
        } catch (OutOfMemoryError | StackOverflowError noRoom) {
          first = Callbacks.add(first, noRoom);
          continue;
        } catch (Throwable thrown) {
          first = Callbacks.add(first, thrown);
        }
        nodes[i] = nodes[told];
        nodes[told] = node;
        told++;
      }
      return first;
    }
  }
}
