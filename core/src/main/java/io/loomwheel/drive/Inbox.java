package io.loomwheel.drive;

import io.loomwheel.wheel.WheelNode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that were armed while their shard's lock was taken: a Treiber stack that whoever next holds
 * the lock turns round and links, first come first.
 *
 * <p>A node is in at most one inbox, at most once: the one who takes its link from null pushes it,
 * and draining sets the link back to null before it looks at the node's deadline. So a reschedule
 * that finds the node queued may rely on the drain to see the new deadline.
 */
final class Inbox {
  private static final VarHandle HEAD;

  static {
    try {
      HEAD = MethodHandles.lookup().findVarHandle(Inbox.class, "head", WheelNode.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Lies under the oldest node of every stack, so that a queued node's link is never null. */
  private static final WheelNode BOTTOM = new Mark();

  /** What the head is once the inbox takes no more. */
  private static final WheelNode CLOSED = new Mark();

  /**
   * Null (empty), the node pushed last, or {@link #CLOSED} for ever. Pushed to by any thread, taken
   * from by the holder of the shard's lock; compare-and-set with full fences, because the pusher
   * looks at the driver's wake-up time next.
   */
  private volatile @Nullable WheelNode head;

  /** {@return whether {@link #drain} would find anything} */
  boolean isEmpty() {
    WheelNode h = head;
    return h == null || h == CLOSED;
  }

  /**
   * Queues a node. Any thread; lock-free.
   *
   * @return false if the inbox is closed, and the node is not queued
   */
  boolean push(WheelNode node) {
    if (!node.claimInbox(BOTTOM)) {
      return true; // queued already, and the drain has still to look at it
    }
    while (true) {
      WheelNode h = head;
      if (h == CLOSED) {
        node.linkInbox(null);
        return false;
      }
      node.linkInbox(h == null ? BOTTOM : h);
      if (HEAD.compareAndSet(this, h, node)) {
        return true;
      }
    }
  }

  /** Takes all out, oldest first. Under the shard's lock. */
  void drain(Consumer<? super WheelNode> to) {
    if (!isEmpty()) {
      unstack((WheelNode) HEAD.getAndSet(this, null), to);
    }
  }

  /** Takes all out and refuses any more. Under the shard's lock. */
  void close(Consumer<? super WheelNode> to) {
    WheelNode h = (WheelNode) HEAD.getAndSet(this, CLOSED);
    if (h != CLOSED) {
      unstack(h, to);
    }
  }

  private void unstack(@Nullable WheelNode top, Consumer<? super WheelNode> to) {
    WheelNode oldest = BOTTOM;
    for (WheelNode node = top; node != null && node != BOTTOM; ) {
      WheelNode below = node.inboxNext();
      node.linkInbox(oldest);
      oldest = node;
      node = below;
    }
    for (WheelNode node = oldest; node != null && node != BOTTOM; ) {
      WheelNode younger = node.inboxNext();
      node.linkInbox(null);
      try {
        to.accept(node);
      } catch (Throwable noMemory) {
        pushBack(node, younger);
        throw noMemory;
      }
      node = younger;
    }
  }

  /** Queues again what could not be linked, in its order, behind what came meanwhile. */
  private void pushBack(WheelNode node, @Nullable WheelNode younger) {
    push(node);
    for (WheelNode next = younger; next != null && next != BOTTOM; ) {
      WheelNode following = next.inboxNext();
      next.linkInbox(null);
      push(next);
      next = following;
    }
  }

  private static final class Mark extends WheelNode {
    @Override
    public void run() {
      throw new AssertionError("a mark is never armed");
    }
  }
}
