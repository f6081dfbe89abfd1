package io.loomwheel.stress;

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
    "A timeout is armed, and its time comes, while the timer is stopped. Outcome: "
        + "accepted?, returned by stop, runs, pending.")
@Outcome(id = "true, 0, 1, 0", expect = ACCEPTABLE, desc = "ran before the stop")
@Outcome(id = "true, 1, 0, 0", expect = ACCEPTABLE, desc = "returned by the stop")
@Outcome(id = "false, 0, 0, 0", expect = ACCEPTABLE, desc = "rejected")
@Outcome(id = "true, 0, 0, .*", expect = FORBIDDEN, desc = "lost")
@Outcome(id = "true, 1, 1, .*", expect = FORBIDDEN, desc = "returned and run")
@State
public class ArmStop {
  private final Scene scene = new Scene();

  @Actor
  public void arm(LLLL_Result r) {
    r.r1 = scene.tryArm(10);
    scene.advance(10);
  }

  @Actor
  public void stop(LLLL_Result r) {
    r.r2 = scene.stop();
  }

  @Arbiter
  public void after(LLLL_Result r) {
    r.r3 = scene.runsInTheEnd();
    r.r4 = scene.pending();
  }
}
