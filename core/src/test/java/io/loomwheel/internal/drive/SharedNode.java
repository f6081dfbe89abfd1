package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.WheelNode;
import org.jetbrains.lincheck.datastructures.Operation;

/**
 * One node of a shard, to which threads do all that can be done to it, as {@code Engine} does it;
 * others keep the lock busy meanwhile. The specification is {@link NodeAlone}.
 */
public class SharedNode {
  private static final long SOON = 1;
  private static final long LATE = 1000;

  private final Shards shards = new Shards(1, owner -> new HierarchicalWheel(0, owner), () -> {});
  private final Shard shard = shards.at(0);

  /** Null until it was armed. */
  private volatile Node node;

  @Operation(runOnce = true)
  public boolean arm() {
    Node made = new Node(true);
    boolean armed = arm(made, LATE);
    if (armed) {
      node = made;
    }
    return armed;
  }

  @Operation
  public void armAnother() {
    arm(new Node(false), LATE);
  }

  @Operation(runOnce = true)
  public boolean putForward() {
    Node known = node;
    if (known == null || known.claimReschedule(SOON) < 0) {
      return false;
    }
    if (known.owner() == shard) {
      relink(known);
    }
    return true;
  }

  @Operation
  public boolean cancel() {
    Node known = node;
    return known != null && known.claimCancel();
  }

  /** {@return whether the node fired} */
  @Operation(nonParallelGroup = "driver")
  public boolean turn() {
    ExpiredBuffer out = new ExpiredBuffer();
    shard.turn(SOON, out);
    boolean fired = out.size() > 0;
    out.drainTo(any -> true);
    return fired;
  }

  /** {@return whether the node was left} */
  @Operation(runOnce = true)
  public boolean close() {
    boolean[] left = {false};
    shards.close(any -> left[0] |= any.claimCancel() && ((Node) any).watched);
    return left[0];
  }

  private boolean arm(Node made, long deadline) {
    made.prime(deadline);
    return shard.tryArm(made, false) || shard.post(made); // as the engine does
  }

  private void relink(Node known) {
    if (!shard.tryBringForward(known)) {
      shard.postMoved(known);
    }
  }

  private static final class Node extends WheelNode {
    private final boolean watched;

    Node(boolean watched) {
      this.watched = watched;
    }

    @Override
    public void run() {}
  }
}
