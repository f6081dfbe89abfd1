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

@JCStressTest
@Description(
    "A node is brought forward, which links it anew, while it is cancelled. Outcome: "
        + "brought forward?, cancelled?, pending, nodes in the wheel.")
@Outcome(id = "true, true, 0, 0", expect = ACCEPTABLE, desc = "brought forward, then cancelled")
@Outcome(id = "false, true, 0, 0", expect = ACCEPTABLE, desc = "cancelled first")
@Outcome(id = ".*, false, .*", expect = FORBIDDEN, desc = "not cancelled though nobody fired it")
@Outcome(id = ".*, true, .*, [1-9]", expect = FORBIDDEN, desc = "the dead node stays in its cell")
@State
public class BringForwardCancel {
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
