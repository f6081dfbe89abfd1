package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.loomwheel.Timeout;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;

@JCStressTest
@Description("A timeout is put off and cancelled. Outcome: put off?, cancelled?, runs, pending.")
@Outcome(id = "true, true, 0, 0", expect = ACCEPTABLE, desc = "put off first, then cancelled")
@Outcome(id = "false, true, 0, 0", expect = ACCEPTABLE, desc = "cancelled first")
@Outcome(id = ".*, false, .*", expect = FORBIDDEN, desc = "not cancelled though nobody fired it")
@Outcome(id = ".*, true, [1-9].*", expect = FORBIDDEN, desc = "runs though cancelled")
@State
public class PutOffCancel {
  private final Scene scene = new Scene();
  private final Timeout timeout = scene.arm(10);

  @Actor
  public void putOff(LLLL_Result r) {
    r.r1 = timeout.reschedule(20, TimeUnit.NANOSECONDS);
  }

  @Actor
  public void cancel(LLLL_Result r) {
    r.r2 = timeout.cancel();
  }

  @Arbiter
  public void after(LLLL_Result r) {
    r.r3 = scene.runsInTheEnd();
    r.r4 = scene.pending();
  }
}
