package io.loomwheel.internal.drive;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.SlotRaces.RacedNode;
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
import org.openjdk.jcstress.infra.results.ZJ_Result;

/** Nodes that are armed again, or brought forward. */
public final class RescheduleRaces {
  @JCStressTest
  @Description(
      "A periodic node is armed once more while it is disposed of. Outcome: armed?, fired, "
          + "pending, nodes in the wheel.")
  @Outcome(id = "true, 0, 0, 0", expect = ACCEPTABLE, desc = "armed, then cancelled")
  @Outcome(id = "false, 0, 0, 0", expect = ACCEPTABLE, desc = "retired before it was armed")
  @State
  public static class RearmDiscard extends Rig {
    private final RacedNode node = fire(10);

    @Actor
    public void rearm(LLLL_Result r) {
      r.r1 = engine.rearm(node, 20);
    }

    @Actor
    public void discard() {
      engine.discard(node);
    }

    @Arbiter
    public void after(LLLL_Result r) {
      r.r3 = engine.pending();
      r.r4 = linked(shard);
      r.r2 = firedBy(1000);
    }
  }

  @JCStressTest
  @Description(
      "A periodic node is armed once more while it is disposed of, and the timer has stopped. "
          + "Outcome: armed?, armed by the timer's count beyond what it says has fired or was "
          + "cancelled.")
  @Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "refused, and not counted")
  @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "disposed of before it was refused")
  @Outcome(id = "false, .*", expect = FORBIDDEN, desc = "counted as cancelled, though never armed")
  @State
  public static class RearmDiscardStopped extends Rig {
    private final RacedNode node = fire(10);

    /** Makes a node that has fired, on a timer that has stopped. */
    public RearmDiscardStopped() {
      engine.stop(0);
    }

    @Actor
    public void rearm(ZJ_Result r) {
      r.r1 = engine.rearm(node, 20);
    }

    @Actor
    public void discard() {
      engine.discard(node);
    }

    @Arbiter
    public void after(ZJ_Result r) {
      Counters stats = engine.counters;
      r.r2 = stats.armed() - stats.fired() - stats.sample().cancelled();
    }
  }

  @JCStressTest
  @Description(
      "A node that was put off is brought forward while the driver opens its old slot and links it "
          + "anew. Outcome: brought forward?, fired by the new deadline, fired in the end.")
  @Outcome(id = "true, 1, 1", expect = ACCEPTABLE, desc = "fires once, at the new deadline")
  @State
  public static class BringForwardTurn extends Rig {
    private final RacedNode node = arm(10);

    {
      engine.reschedule(node, 1000);
    }

    @Actor
    public void turn() {
      turnAt(10);
    }

    @Actor
    public void bringForward(ZII_Result r) {
      r.r1 = engine.reschedule(node, 20);
    }

    @Arbiter
    public void after(ZII_Result r) {
      r.r2 = firedBy(30);
      r.r3 = firedBy(5000);
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
    private final Shard first = Rig.shards().at(0);
    private final Shard second = Rig.shards().at(0);
    private final RacedNode node = new RacedNode();

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
      r.r2 = Rig.linked(first);
      r.r3 = firesBy(15) ? 15 : firesBy(30) ? 30 : 0;
    }

    private boolean firesBy(long tick) {
      ExpiredBuffer fired = new ExpiredBuffer();
      second.turn(tick, fired);
      return fired.size() > 0;
    }
  }
}
