package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.WheelNode;
import org.jetbrains.lincheck.datastructures.Operation;

/**
 * A shard that threads arm in, turn and close; the specification is {@link NodesInTurn}.
 *
 * <p>Nobody cancels here: a turn takes its nodes one after the other, so whoever cancels two of
 * them, or arms one and cancels another, can tell that it isn't one step.
 */
public class SharedShard {
  private static final long TICK = 1;

  private final Shards shards = new Shards(1, owner -> new HierarchicalWheel(0, owner), () -> {});
  private final Shard shard = shards.at(0);

  @Operation(runOnce = true)
  public boolean armFirst() {
    return arm(1);
  }

  @Operation(runOnce = true)
  public boolean armSecond() {
    return arm(2);
  }

  @Operation(runOnce = true)
  public boolean armThird() {
    return arm(3);
  }

  /** {@return the numbers of what fired, as digits} */
  @Operation(nonParallelGroup = "driver")
  public int turn() {
    ExpiredBuffer out = new ExpiredBuffer();
    shard.turn(TICK, out);
    Digits digits = new Digits();
    out.drainTo(
        node -> {
          digits.add(((Node) node).number);
          return true;
        });
    return digits.all;
  }

  /** What a stop does first: it is two steps. */
  @Operation(runOnce = true)
  public void refuse() {
    shards.closed = true;
  }

  /** {@return the sum of the numbers of what was left, as powers of ten, for it has no order} */
  @Operation(runOnce = true)
  public int close() {
    int[] sum = {0};
    shard.close(
        node -> {
          if (node.claimCancel()) {
            sum[0] += NodesInTurn.place(((Node) node).number);
          }
        });
    return sum[0];
  }

  private boolean arm(int number) {
    Node node = new Node(number);
    node.prime(TICK);
    return shard.tryArm(node, false) || shard.post(node); // as the engine does
  }

  private static final class Digits {
    private int all;

    void add(int digit) {
      all = all * 10 + digit;
    }
  }

  private static final class Node extends WheelNode {
    private final int number;

    Node(int number) {
      this.number = number;
    }

    @Override
    public void run() {}
  }
}
