package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.WheelNode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that were armed while their shard's lock was taken. A Treiber stack: the next holder of the
 * lock takes it, reverses it and links the nodes, first come first.
 *
 * <p>A node is in at most one inbox, at most once: the thread that changes its link from null
 * pushes it, and a drain sets the link back to null before it reads the node's deadline. So a
 * reschedule that finds the node queued may rely on the drain to see the new deadline.
 *
 * <p>A drain that an Error interrupts leaves the remaining nodes here for the next drain. At any
 * call each node is in one of {@link #head}, {@link #stack}, {@link #queue} and {@link #visited},
 * and it goes from one to the next by stores alone.
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
  private static final WheelNode BOTTOM = new Sentinel();

  /** The head of a closed inbox. */
  private static final WheelNode CLOSED = new Sentinel();

  /**
   * Null (empty), the node pushed last, or {@link #CLOSED} for ever. Pushed to by any thread, taken
   * from by the holder of the shard's lock; compare-and-set with full fences, because the pusher
   * reads the driver's wake-up time next.
   */
  private volatile @Nullable WheelNode head;

  /**
   * Whether a drain has begun and is not done. Set before the stack is taken and cleared after the
   * last node was linked, so that the driver sees mail for as long as there is any. Written under
   * the shard's lock; read by the driver.
   */
  private volatile boolean draining;

  /** Nodes taken and not yet reversed, youngest first. Guarded by the shard's lock. */
  private @Nullable WheelNode stack;

  /** Nodes that wait to be visited, oldest first. Guarded by the shard's lock. */
  private WheelNode queue = BOTTOM;

  /** The node being visited, its link null again. Guarded by the shard's lock. */
  private @Nullable WheelNode visited;

  /** {@return whether {@link #drain} would find nothing} Any thread. */
  boolean isEmpty() {
    WheelNode h = head;
    return (h == null || h == CLOSED) && !draining;
  }

  /**
   * Queues a node. Any thread; lock-free. Either queues it or throws an Error.
   *
   * @return false if the inbox is closed, and the node is not queued
   */
  boolean push(WheelNode node) {
    if (!node.claimInbox(BOTTOM)) {
      return true; // queued already, and the drain has still to look at it
    }
    try {
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
    } catch (Throwable overflow) {
      node.linkInbox(null); // needs less stack than the claim did
      throw overflow;
    }
  }

  /** Takes all nodes out, oldest first. Called under the shard's lock. */
  void drain(Consumer<? super WheelNode> to) {
    if (!isEmpty()) {
      draining = true;
      visitAll(to); // nodes that an Error left here came first
      if (head != CLOSED) {
        stack = (WheelNode) HEAD.getAndSet(this, null);
      }
      visitAll(to);
      draining = false;
    }
  }

  /** Takes all nodes out and refuses new ones. Under the shard's lock; may be called again. */
  void close(Consumer<? super WheelNode> to) {
    draining = true;
    visitAll(to);
    if (head != CLOSED) {
      stack = (WheelNode) HEAD.getAndSet(this, CLOSED);
    }
    visitAll(to);
    draining = false;
  }

  private void visitAll(Consumer<? super WheelNode> to) {
    visit(to);
    while (true) {
      if (queue == BOTTOM) {
        reverseStack();
      }
      WheelNode node = queue;
      if (node == BOTTOM) {
        return;
      }
      WheelNode younger = next(node);
      node.linkInbox(null);
      visited = node;
      queue = younger;
      visit(to);
    }
  }

  /** Visits the node that was taken. If it can't be linked, it stays, and is visited again. */
  private void visit(Consumer<? super WheelNode> to) {
    WheelNode node = visited;
    if (node != null) {
      to.accept(node);
      visited = null;
    }
  }

  private void reverseStack() {
    for (WheelNode node; (node = stack) != null && node != BOTTOM; ) {
      WheelNode below = next(node);
      node.linkInbox(queue);
      queue = node;
      stack = below;
    }
    stack = null;
  }

  @SuppressWarnings("NullAway") // a queued node's link is never null
  private static WheelNode next(WheelNode node) {
    return node.inboxNext();
  }

  private static final class Sentinel extends WheelNode {
    @Override
    public void run() {
      throw new AssertionError("a mark is never armed");
    }
  }
}
