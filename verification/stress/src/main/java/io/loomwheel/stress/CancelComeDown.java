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
import org.openjdk.jcstress.infra.results.ZII_Result;

@JCStressTest
@Description(
    "A timeout is cancelled as it moves from one slot to another. Outcome: cancelled?, pending,"
        + " runs.")
@Outcome(id = "true, 0, 0", expect = ACCEPTABLE, desc = "gone, whichever cell it lay in")
@Outcome(id = "true, 1, .*", expect = FORBIDDEN, desc = "a dead timeout stays in its new cell")
@Outcome(id = ".*", expect = FORBIDDEN, desc = "not cancelled, or run though it was")
@State
public class CancelComeDown {
  private final Scene scene = new Scene();
  private final Timeout timeout = scene.arm(200);

  /** Time enters the slot of the second level, whose timeouts go to the first. */
  @Actor
  public void turn() {
    scene.advance(192);
  }

  @Actor
  public void cancel(ZII_Result r) {
    r.r1 = timeout.cancel();
  }

  @Arbiter
  public void after(ZII_Result r) {
    r.r2 = scene.pending();
    r.r3 = scene.runsInTheEnd();
  }
}
