package io.loomwheel.internal.drive;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZIJ_Result;

@JCStressTest
@Description(
    "A periodic node is armed once more while the timer is stopped. Outcome: armed?, "
        + "returned by stop, pending.")
@Outcome(id = "true, 1, 0", expect = ACCEPTABLE, desc = "armed, then returned by the stop")
@Outcome(id = "false, 0, 0", expect = ACCEPTABLE, desc = "refused")
@Outcome(id = "true, 0, .*", expect = FORBIDDEN, desc = "lost")
@Outcome(id = "false, 1, .*", expect = FORBIDDEN, desc = "refused and returned")
@State
public class RearmStop {
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
