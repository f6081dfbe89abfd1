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
    "A task with a deadline is submitted to an executor that never runs it, while the deadline "
        + "comes. Outcome: state of its future, terminated after a shutdown?, pending.")
@Outcome(id = "FAILED, true, 0", expect = ACCEPTABLE, desc = "timed out, and forgotten")
@Outcome(id = ".*, false, .*", expect = FORBIDDEN, desc = "the executor keeps the task for ever")
@Outcome(id = "RUNNING, .*", expect = FORBIDDEN, desc = "nobody completes the future")
@State
public class TimedSubmitExpire {
  private final TimedSubmitScene scene = new TimedSubmitScene();

  @Actor
  public void submit() {
    scene.submit();
  }

  @Actor
  public void expire() {
    scene.advance(10);
  }

  @Arbiter
  public void after(LLL_Result r) {
    scene.advance(Scene.LATER);
    scene.note(r);
  }
}
