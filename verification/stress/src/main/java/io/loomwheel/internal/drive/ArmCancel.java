package io.loomwheel.internal.drive;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZJI_Result;

@JCStressTest
@Description(
    "A node whose handle is known already is cancelled while it is linked: it lies in the "
        + "inbox, and another arm takes the lock and finds it there. Outcome: cancelled?, "
        + "pending, nodes in the wheel.")
@Outcome(id = "true, 1, 1", expect = ACCEPTABLE, desc = "cancelled: the other node alone is left")
@Outcome(id = "true, 1, 2", expect = FORBIDDEN, desc = "the dead node stays in its cell")
@Outcome(id = "true, [02], .*", expect = FORBIDDEN, desc = "miscounted")
@State
public class ArmCancel {
  private final Rig rig = new Rig();
  private final Node node = rig.post(100);

  @Actor
  public void link() {
    rig.engine.arm(new Node(), 100);
  }

  @Actor
  public void cancel(ZJI_Result r) {
    r.r1 = rig.engine.cancel(node);
  }

  @Arbiter
  public void after(ZJI_Result r) {
    r.r2 = rig.engine.pending();
    r.r3 = rig.takeAll();
  }
}
