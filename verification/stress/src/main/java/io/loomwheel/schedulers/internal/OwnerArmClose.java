package io.loomwheel.schedulers.internal;

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
    "A scheduler without a list of its tasks is disposed of while it gets one. Outcome: accepted?, "
        + "pending, runs, times found to have ended.")
@Outcome(id = "false, 0, 0, 1", expect = ACCEPTABLE, desc = "rejected")
@Outcome(id = "true, 0, 0, 1", expect = ACCEPTABLE, desc = "accepted, and disposed of")
@Outcome(id = ".*, [1-9], .*, .*", expect = FORBIDDEN, desc = "it stays in the wheel")
@Outcome(id = ".*, .*, [1-9], .*", expect = FORBIDDEN, desc = "runs though disposed of")
@Outcome(id = ".*, [02-9]", expect = FORBIDDEN, desc = "never ends, or twice")
@State
public class OwnerArmClose {
  private final TaskScene scene = new TaskScene();

  @Actor
  public void arm(LLLL_Result r) {
    r.r1 = scene.arm(scene.scheduler);
  }

  @Actor
  public void close() {
    scene.scheduler.close();
  }

  @Arbiter
  public void after(LLLL_Result r) {
    r.r2 = scene.pending();
    r.r3 = scene.runsInTheEnd();
    r.r4 = scene.ends();
  }
}
