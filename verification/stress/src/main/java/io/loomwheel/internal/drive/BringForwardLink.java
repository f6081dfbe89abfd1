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
    "A node that lies in the inbox is brought forward while another arm takes the lock "
        + "and links it. Outcome: brought forward?, fired by the new deadline, fired in the "
        + "end.")
@Outcome(id = "true, 1, 1", expect = ACCEPTABLE, desc = "fires once, at the new deadline")
@Outcome(id = "true, 0, 1", expect = FORBIDDEN, desc = "fires at the old deadline")
@Outcome(id = "true, 0, 0", expect = FORBIDDEN, desc = "lost")
@State
public class BringForwardLink {
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
