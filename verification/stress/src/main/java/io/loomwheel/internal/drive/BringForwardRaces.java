package io.loomwheel.internal.drive;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.HierarchicalWheel;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JII_Result;
import org.openjdk.jcstress.infra.results.LLLL_Result;
import org.openjdk.jcstress.infra.results.ZII_Result;

/** Nodes that are brought forward. */
public final class BringForwardRaces {
  @JCStressTest
  @Description(
      "A node is brought forward, which links it anew, while it is cancelled. Outcome: "
          + "brought forward?, cancelled?, pending, nodes in the wheel.")
  @Outcome(id = "true, true, 0, 0", expect = ACCEPTABLE, desc = "brought forward, then cancelled")
  @Outcome(id = "false, true, 0, 0", expect = ACCEPTABLE, desc = "cancelled first")
  @State
  public static class BringForwardCancel {
    private final Rig rig = new Rig();
    private final Node node = rig.arm(100);

    @Actor
    public void bringForward(LLLL_Result r) {
      r.r1 = rig.engine.reschedule(node, 10);
    }

    @Actor
    public void cancel(LLLL_Result r) {
      r.r2 = rig.engine.cancel(node);
    }

    @Arbiter
    public void after(LLLL_Result r) {
      r.r3 = rig.engine.pending();
      r.r4 = rig.takeAll();
    }
  }

  @JCStressTest
  @Description(
      "A node that lies in the inbox is brought forward while another arm takes the lock "
          + "and links it. Outcome: brought forward?, fired by the new deadline, fired in the "
          + "end.")
  @Outcome(id = "true, 1, 1", expect = ACCEPTABLE, desc = "fires once, at the new deadline")
  @State
  public static class BringForwardLink {
    private final Rig rig = new Rig();
    private final Node node = rig.post(100);

    @Actor
    public void link() {
      rig.engine.arm(new Node(), 5000);
    }

    @Actor
    public void bringForward(ZII_Result r) {
      r.r1 = rig.engine.reschedule(node, 10);
    }

    @Arbiter
    public void after(ZII_Result r) {
      r.r2 = rig.firedBy(10);
      r.r3 = rig.firedBy(1000);
    }
  }

  @JCStressTest
  @Description(
      "A node that was put off is brought forward while the driver opens its old slot and "
          + "links it anew. Outcome: brought forward?, fired by the new deadline, fired in the "
          + "end.")
  @Outcome(id = "true, 1, 1", expect = ACCEPTABLE, desc = "fires once, at the new deadline")
  @State
  public static class BringForwardTurn {
    private final Rig rig = new Rig();
    private final Node node = rig.arm(10);

    {
      rig.engine.reschedule(node, 1000);
    }

    @Actor
    public void turn() {
      rig.turnAt(10);
    }

    @Actor
    public void bringForward(ZII_Result r) {
      r.r1 = rig.engine.reschedule(node, 20);
    }

    @Arbiter
    public void after(ZII_Result r) {
      r.r2 = rig.firedBy(30);
      r.r3 = rig.firedBy(5000);
    }
  }

  @JCStressTest
  @Description(
      "A node is brought forward through the inbox of its shard, while it fires there and is armed "
          + "again in another shard. Outcome: the deadline that the call replaced, cells in the "
          + "first shard, when it fires in the second.")
  @Outcome(id = "20, 0, 30", expect = ACCEPTABLE, desc = "it was brought forward, and then fired")
  @Outcome(id = "30, 0, 15", expect = ACCEPTABLE, desc = "armed again, and then brought forward")
  @Outcome(id = "-1, 0, 30", expect = ACCEPTABLE, desc = "fired, and not armed again yet")
  @Outcome(id = ".*, [1-9], .*", expect = FORBIDDEN, desc = "linked in a shard that it has left")
  @State
  public static class BringForwardRearm {
    private final Shard first =
        new Shards(1, owner -> new HierarchicalWheel(0, owner), () -> {}).at(0);
    private final Shard second =
        new Shards(1, owner -> new HierarchicalWheel(0, owner), () -> {}).at(0);
    private final Node node = new Node();

    {
      node.prime(20);
      first.tryArm(node, false);
    }

    @Actor
    public void bringForward(JII_Result r) {
      r.r1 = node.claimReschedule(15);
      VarHandle.fullFence(); // as the engine does
      if (r.r1 >= 0 && node.owner() instanceof Shard shard) {
        shard.postMoved(node);
      }
      first.settle();
    }

    @Actor
    public void fireAndRearm() {
      first.turn(20, new ExpiredBuffer());
      if (node.claimRearm(30)) {
        second.tryArm(node, true);
      }
    }

    @Arbiter
    public void after(JII_Result r) {
      r.r2 = (int) first.count();
      r.r3 = firesBy(15) ? 15 : firesBy(30) ? 30 : 0;
    }

    private boolean firesBy(long tick) {
      ExpiredBuffer fired = new ExpiredBuffer();
      second.turn(tick, fired);
      return fired.size() > 0;
    }
  }

  @JCStressTest
  @Description(
      "A node that lies in the inbox is put off, and then brought forward to a later deadline than "
          + "the first, while another arm takes the lock and links it. Outcome: brought forward?, "
          + "fired by the last deadline, fired in the end.")
  @Outcome(id = "true, 1, 1", expect = ACCEPTABLE, desc = "fires once, at the last deadline")
  @State
  public static class PutOffBringForward {
    private final Rig rig = new Rig();
    private final Node node = rig.post(100);

    @Actor
    public void link() {
      rig.engine.arm(new Node(), 10_000_000);
    }

    @Actor
    public void putOffAndBringForward(ZII_Result r) {
      rig.engine.reschedule(node, 100_000);
      r.r1 = rig.engine.reschedule(node, 1000);
    }

    @Arbiter
    public void after(ZII_Result r) {
      r.r2 = rig.firedBy(1000);
      r.r3 = rig.firedBy(1_000_000);
    }
  }
}
