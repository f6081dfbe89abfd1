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
    "A timeout is cancelled while the timer is stopped. Outcome: cancelled?, returned by "
        + "stop, times notified, pending.")
@Outcome(id = "true, 0, 1, 0", expect = ACCEPTABLE, desc = "cancelled before the stop")
@Outcome(id = "false, 1, 1, 0", expect = ACCEPTABLE, desc = "returned by the stop")
@Outcome(id = "true, 1, .*", expect = FORBIDDEN, desc = "two winners")
@Outcome(id = "false, 0, .*", expect = FORBIDDEN, desc = "lost")
@State
public class CancelStop {
  private final Scene scene = new Scene();
  private final Timeout timeout = scene.arm(10);

  @Actor
  public void cancel(LLLL_Result r) {
    r.r1 = timeout.cancel();
  }

  @Actor
  public void stop(LLLL_Result r) {
    r.r2 = scene.stop();
  }

  @Arbiter
  public void after(LLLL_Result r) {
    r.r3 = scene.notified();
    r.r4 = scene.pending();
  }
}
