package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

@JCStressTest
@Description(
    "A task with a deadline is submitted to an executor that never runs it, while the timer is "
        + "stopped. Outcome: state of its future, terminated after a shutdown?, pending.")
@Outcome(id = "rejected, true, 0", expect = ACCEPTABLE, desc = "stopped first")
@Outcome(id = "CANCELLED, true, 0", expect = ACCEPTABLE, desc = "accepted, then cancelled")
@Outcome(id = ".*, false, .*", expect = FORBIDDEN, desc = "the executor keeps the task for ever")
@Outcome(id = "RUNNING, .*", expect = FORBIDDEN, desc = "nobody completes the future")
@State
public class TimedSubmitStop {
  private final TimedSubmitScene scene = new TimedSubmitScene();

  @Actor
  public void submit() {
    scene.submit();
  }

  @Actor
  public void stop() {
    scene.stop();
  }

  @Arbiter
  public void after(LLL_Result r) {
    scene.note(r);
  }
}
