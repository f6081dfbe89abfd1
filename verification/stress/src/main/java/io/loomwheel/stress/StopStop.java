package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

@JCStressTest
@Description(
    "Two threads stop a timer that holds two timeouts. Outcome: returned to the first, to "
        + "the second, times notified, pending.")
@Outcome(id = "2, 0, 2, 0", expect = ACCEPTABLE, desc = "all returned to the first")
@Outcome(id = "0, 2, 2, 0", expect = ACCEPTABLE, desc = "all returned to the second")
@Outcome(id = "1, 1, 2, 0", expect = ACCEPTABLE, desc = "one returned to each")
@State
public class StopStop {
  private final Scene scene = new Scene();

  {
    scene.arm(10);
    scene.arm(20);
  }

  @Actor
  public void first(IIII_Result r) {
    r.r1 = scene.stop();
  }

  @Actor
  public void second(IIII_Result r) {
    r.r2 = scene.stop();
  }

  @Arbiter
  public void after(IIII_Result r) {
    r.r3 = scene.notified();
    r.r4 = scene.pending();
  }
}
