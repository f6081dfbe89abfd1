package io.loomwheel.internal.wheel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Nodes in the cells of a slot. */
public final class SlotRaces {
  @JCStressTest
  @Description(
      "A node is cancelled while a sweep copies it into another chunk. Outcome: cancelled?, nodes "
          + "in the wheel.")
  @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "gone, whichever cell it lay in")
  @State
  public static class CancelSweep {
    private final Wheel wheel = new HierarchicalWheel(0, new RacedOwner());
    private final WheelNode node = insert();

    {
      insert().claimCancel();
      insert().claimCancel(); // two cells of three are empty
      wheel.beginSweep();
    }

    private WheelNode insert() {
      WheelNode inserted = new RacedNode();
      inserted.prime(100);
      wheel.insert(inserted);
      return inserted;
    }

    @Actor
    public void sweep() {
      wheel.work(new ExpiredBuffer());
    }

    @Actor
    public void cancel(ZI_Result r) {
      r.r1 = node.claimCancel();
    }

    @Arbiter
    public void after(ZI_Result r) {
      r.r2 = (int) wheel.count(Integer.MAX_VALUE);
    }
  }

  @JCStressTest
  @Description(
      "A node is linked into a new chunk and published by a plain store, while another thread, "
          + "which brings it forward, looks for its shard. Outcome: place seen?, shard found?")
  @Outcome(id = "false, .*", expect = ACCEPTABLE, desc = "linked later, for the new deadline")
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "the owner is seen with the place")
  @Outcome(id = "true, false", expect = FORBIDDEN, desc = "a chunk without its owner")
  @State
  public static class OwnerPublish {
    private final SlotOwner owner = new RacedOwner();
    private final Wheel wheel = new HierarchicalWheel(0, owner);
    private @Nullable RacedNode handle;

    @Actor
    public void arm() {
      RacedNode node = new RacedNode();
      node.prime(10);
      handle = node;
      wheel.insert(node);
    }

    @Actor
    public void bringForward(ZZ_Result r) {
      RacedNode node = handle;
      r.r1 = node != null && node.chunk != null;
      r.r2 = node != null && node.owner() == owner;
    }
  }

  /** An owner that sweeps nothing. */
  static final class RacedOwner extends SlotOwner {
    @Override
    public void cancelled(int nodes) {}
  }

  /** A node that is never run. */
  public static final class RacedNode extends WheelNode {
    @Override
    public void run() {
      throw new AssertionError("what fires is only counted");
    }
  }
}
