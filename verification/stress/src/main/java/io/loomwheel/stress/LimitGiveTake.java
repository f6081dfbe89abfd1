package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.loomwheel.Timeout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

@JCStressTest
@Description(
    "The only timeout that the limit allows is cancelled and another armed in its place, as a "
        + "second thread arms one. Outcome: first accepted?, second accepted?, pending.")
@Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "the first gets the permit back")
@Outcome(id = "false, true, 1", expect = ACCEPTABLE, desc = "the second gets the permit")
@Outcome(id = "false, false, .*", expect = FORBIDDEN, desc = "both refused, with nothing pending")
@Outcome(id = "true, true, .*", expect = FORBIDDEN, desc = "more than the limit")
@State
public class LimitGiveTake {
  private final Scene scene = Scene.limitedTo(1);
  private final Timeout timeout = scene.arm(10);

  @Actor
  public void first(ZZI_Result r) {
    timeout.cancel();
    r.r1 = scene.tryArm(10);
  }

  @Actor
  public void second(ZZI_Result r) {
    r.r2 = scene.tryArm(10);
  }

  @Arbiter
  public void after(ZZI_Result r) {
    r.r3 = scene.pending();
  }
}
