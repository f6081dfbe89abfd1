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
    "Two threads arm where one permit is left. Outcome: first accepted?, second accepted?, "
        + "pending, permits when it has fired.")
@Outcome(id = "true, false, 1, 1", expect = ACCEPTABLE, desc = "the first gets the permit")
@Outcome(id = "false, true, 1, 1", expect = ACCEPTABLE, desc = "the second gets the permit")
@Outcome(id = "true, true, .*", expect = FORBIDDEN, desc = "more than the limit")
@Outcome(id = "false, false, .*", expect = FORBIDDEN, desc = "the permit is lost")
@State
public class LimitTake {
  private final Scene scene = Scene.limitedTo(1);

  @Actor
  public void first(LLLL_Result r) {
    r.r1 = scene.tryArm(10);
  }

  @Actor
  public void second(LLLL_Result r) {
    r.r2 = scene.tryArm(10);
  }

  @Arbiter
  public void after(LLLL_Result r) {
    r.r3 = scene.pending();
    scene.runsInTheEnd();
    r.r4 = scene.armAsManyAs(3);
  }
}
