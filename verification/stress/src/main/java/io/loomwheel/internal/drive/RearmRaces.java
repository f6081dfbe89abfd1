package io.loomwheel.internal.drive;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;
import org.openjdk.jcstress.infra.results.ZIJ_Result;
import org.openjdk.jcstress.infra.results.ZJ_Result;

/** Nodes that are armed again. */
public final class RearmRaces {
  @JCStressTest
  @Description(
      "A periodic node is armed once more while it is disposed of. Outcome: armed?, fired, "
          + "pending, nodes in the wheel.")
  @Outcome(id = "true, 0, 0, 0", expect = ACCEPTABLE, desc = "armed, then cancelled")
  @Outcome(id = "false, 0, 0, 0", expect = ACCEPTABLE, desc = "retired before it was armed")
  @State
  public static class RearmDiscard {
    private final Rig rig = new Rig();
    private final Node node = rig.fire(10);

    @Actor
    public void rearm(LLLL_Result r) {
      r.r1 = rig.engine.rearm(node, 20);
    }

    @Actor
    public void discard() {
      rig.engine.discard(node);
    }

    @Arbiter
    public void after(LLLL_Result r) {
      r.r3 = rig.engine.pending();
      r.r4 = rig.takeAll();
      r.r2 = rig.firedBy(1000);
    }
  }

  @JCStressTest
  @Description(
      "A periodic node is armed once more while it is disposed of, and the timer has stopped."
          + " Outcome: armed?, armed by the timer's count beyond what it says has fired or was"
          + " cancelled.")
  @Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "refused, and not counted")
  @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "disposed of before it was refused")
  @Outcome(id = "false, .*", expect = FORBIDDEN, desc = "counted as cancelled, though never armed")
  @State
  public static class RearmDiscardStopped {
    private final Rig rig = new Rig();
    private final Node node = rig.fire(10);

    /** Makes a node that has fired, on a timer that has stopped. */
    public RearmDiscardStopped() {
      rig.engine.stop(0);
    }

    @Actor
    public void rearm(ZJ_Result r) {
      r.r1 = rig.engine.rearm(node, 20);
    }

    @Actor
    public void discard() {
      rig.engine.discard(node);
    }

    @Arbiter
    public void after(ZJ_Result r) {
      Counters stats = rig.engine.stats();
      r.r2 = stats.armed() - stats.fired() - stats.sample().cancelled();
    }
  }

  @JCStressTest
  @Description(
      "A periodic node is armed once more while the timer is stopped. Outcome: armed?, "
          + "returned by stop, pending.")
  @Outcome(id = "true, 1, 0", expect = ACCEPTABLE, desc = "armed, then returned by the stop")
  @Outcome(id = "false, 0, 0", expect = ACCEPTABLE, desc = "refused")
  @State
  public static class RearmStop {
    private final Rig rig = new Rig();
    private final Node node = rig.fire(10);

    @Actor
    public void rearm(ZIJ_Result r) {
      r.r1 = rig.engine.rearm(node, 20);
    }

    @Actor
    public void stop(ZIJ_Result r) {
      r.r2 = rig.stop();
    }

    @Arbiter
    public void after(ZIJ_Result r) {
      r.r3 = rig.engine.pending();
    }
  }
}
