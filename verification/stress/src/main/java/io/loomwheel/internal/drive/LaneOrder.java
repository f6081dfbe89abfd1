package io.loomwheel.internal.drive;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LJ_Result;

@JCStressTest
@Description(
    "Two threads arm in one lane, so that one of them may find the lock taken and use the "
        + "inbox. Outcome: order of firing, pending.")
@Outcome(id = "a1 a2 b, 0", expect = ACCEPTABLE, desc = "b came last")
@Outcome(id = "a1 b a2, 0", expect = ACCEPTABLE, desc = "b came in between")
@Outcome(id = "b a1 a2, 0", expect = ACCEPTABLE, desc = "b came first")
@Outcome(id = ".*a2.*a1.*", expect = FORBIDDEN, desc = "one thread overtook itself")
@State
public class LaneOrder {
  private final Rig rig = new Rig();
  private final Lane lane = rig.engine.lane();

  @Actor
  public void first() {
    lane.arm(new Node("a1"), 10);
    lane.arm(new Node("a2"), 10);
  }

  @Actor
  public void second() {
    lane.arm(new Node("b"), 10);
  }

  @Arbiter
  public void after(LJ_Result r) {
    rig.turnAt(10);
    r.r1 = rig.firedNames();
    r.r2 = rig.engine.pending();
  }
}
