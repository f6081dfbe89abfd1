package io.loomwheel.internal.drive;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;

@JCStressTest
@Description(
    "A node that was put off is brought forward while the driver opens its old slot and "
        + "links it anew. Outcome: brought forward?, fired by the new deadline, fired in the "
        + "end.")
@Outcome(id = "true, 1, 1", expect = ACCEPTABLE, desc = "fires once, at the new deadline")
@Outcome(id = "true, 0, 1", expect = FORBIDDEN, desc = "fires at the old deadline")
@Outcome(id = "true, 0, 0", expect = FORBIDDEN, desc = "lost")
@State
public class BringForwardTurn {
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
