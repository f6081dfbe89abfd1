package io.loomwheel.internal.drive;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZJ_Result;

@JCStressTest
@Description(
    "A periodic node is armed once more while it is disposed of, and the timer has stopped."
        + " Outcome: armed?, armed by the timer's count beyond what it says has fired or was"
        + " cancelled.")
@Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "refused, and not counted")
@Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "disposed of before it was refused")
@Outcome(id = "true, .*", expect = FORBIDDEN, desc = "armed after the stop")
@Outcome(id = "false, .*", expect = FORBIDDEN, desc = "counted as cancelled, though never armed")
@State
public class RearmDiscardStopped {
  private final Rig rig = new Rig();
  private final Node node = rig.fire(10);

  /** Makes a node that has fired, on a timer that has stopped. */
  public RearmDiscardStopped() {
    rig.engine.stop(0);
  }

  @Actor
  public void rearm(ZJ_Result r) {
    r.r1 = rig.engine.rearm(node, 20);
  }

  @Actor
  public void discard() {
    rig.engine.discard(node);
  }

  @Arbiter
  public void after(ZJ_Result r) {
    Counters stats = rig.engine.stats();
    r.r2 = stats.armed() - stats.fired() - stats.sample().cancelled();
  }
}
