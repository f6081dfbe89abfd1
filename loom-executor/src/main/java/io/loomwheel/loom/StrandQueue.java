package io.loomwheel.loom;

import io.loomwheel.internal.wheel.WheelNode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The FIFO queue of a strand: a Treiber stack that any thread pushes to, and that the one draining
 * thread takes as a whole and reverses.
 *
 * <p>A task that is a wheel's node is linked through the node itself, which is in no wheel by now.
 * Any other task gets a link of its own. So does a node that was rescheduled as it fired: it is
 * still in an inbox.
 */
final class StrandQueue {
  private static final VarHandle TOP;

  static {
    try {
      TOP = MethodHandles.lookup().findVarHandle(StrandQueue.class, "top", WheelNode.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Lies under the oldest node of every stack, so that a queued node's link is never null. */
  private static final WheelNode BOTTOM = new Link(() -> {});

  /** The node pushed last. Pushed to by any thread, swapped out by the draining thread. */
  private volatile WheelNode top = BOTTOM;

  /** The nodes reversed and not yet polled, oldest first. Used by the draining thread alone. */
  private WheelNode oldest = BOTTOM;

  /**
   * Queues a task. Any thread; lock-free.
   *
   * @return the queued node, for {@link #withdraw}
   */
  WheelNode push(Runnable task) {
    WheelNode node =
        task instanceof WheelNode own && own.claimForQueue(BOTTOM) ? own : new Link(task);
    WheelNode below;
    do {
      below = top;
      node.linkNext(below);
    } while (!TOP.compareAndSet(this, below, node));
    return node;
  }

  /** {@return the oldest task, or null} For the draining thread. */
  @Nullable Runnable poll() {
    if (oldest == BOTTOM) {
      reverse();
    }
    WheelNode node = oldest;
    if (node == BOTTOM) {
      return null;
    }
    oldest = next(node);
    node.linkNext(null);
    return node instanceof Link link ? link.task : node;
  }

  /** Removes a task that was pushed and not polled. For the draining thread; O(queued tasks). */
  void withdraw(WheelNode unwanted) {
    WheelNode before = null;
    for (WheelNode node = allOldestFirst(); node != BOTTOM; node = next(node)) {
      if (node == unwanted) {
        WheelNode after = next(node);
        if (before == null) {
          oldest = after;
        } else {
          before.linkNext(after);
        }
        node.linkNext(null);
        return;
      }
      before = node;
    }
  }

  /** Reverses the stack and appends it to the nodes reversed before. {@return the oldest node} */
  private WheelNode allOldestFirst() {
    WheelNode first = oldest;
    WheelNode last = BOTTOM;
    for (WheelNode node = first; node != BOTTOM; node = next(node)) {
      last = node;
    }
    reverse();
    if (last != BOTTOM) {
      last.linkNext(oldest);
      oldest = first;
    }
    return oldest;
  }

  private void reverse() {
    WheelNode turned = BOTTOM;
    for (WheelNode node = (WheelNode) TOP.getAndSet(this, BOTTOM); node != BOTTOM; ) {
      WheelNode below = next(node);
      node.linkNext(turned);
      turned = node;
      node = below;
    }
    oldest = turned;
  }

  @SuppressWarnings("NullAway") // a queued node's link is never null
  private static WheelNode next(WheelNode node) {
    return node.nextInQueue();
  }

  private static final class Link extends WheelNode {
    final Runnable task;

    Link(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      task.run();
    }
  }
}
