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
import org.openjdk.jcstress.infra.results.LLLL_Result;

@JCStressTest
@Description(
    "Two threads cancel one timeout. Outcome: cancelled by the first?, by the second?, "
        + "times notified, pending.")
@Outcome(id = "true, false, 1, 0", expect = ACCEPTABLE, desc = "the first wins")
@Outcome(id = "false, true, 1, 0", expect = ACCEPTABLE, desc = "the second wins")
@Outcome(id = "true, true, .*", expect = FORBIDDEN, desc = "two winners")
@Outcome(id = "false, false, .*", expect = FORBIDDEN, desc = "no winner")
@State
public class CancelCancel {
  private final Scene scene = new Scene();
  private final Timeout timeout = scene.arm(10);

  @Actor
  public void first(LLLL_Result r) {
    r.r1 = timeout.cancel();
  }

  @Actor
  public void second(LLLL_Result r) {
    r.r2 = timeout.cancel();
  }

  @Arbiter
  public void after(LLLL_Result r) {
    r.r3 = scene.notified();
    r.r4 = scene.pending();
  }
}
