package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

@JCStressTest
@Description(
    "The timer is stopped as a timeout falls due. Outcome: returned by stop, runs, " + "pending.")
@Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "ran before the stop")
@Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "returned by the stop")
@Outcome(id = "0, 0, .*", expect = FORBIDDEN, desc = "lost")
@Outcome(id = "1, 1, .*", expect = FORBIDDEN, desc = "returned and run")
@State
public class FireStop {
  private final Scene scene = new Scene();

  {
    scene.arm(10);
  }

  @Actor
  public void fire() {
    scene.advance(10);
  }

  @Actor
  public void stop(III_Result r) {
    r.r1 = scene.stop();
  }

  @Arbiter
  public void after(III_Result r) {
    r.r2 = scene.runsInTheEnd();
    r.r3 = scene.pending();
  }
}
