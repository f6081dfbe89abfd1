package io.loomwheel.stress;

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
    "A periodic future is cancelled as a run of it ends. "
        + "Outcome: future cancelled?, runs, pending, terminated after a shutdown?")
@Outcome(id = "true, 0, 0, true", expect = ACCEPTABLE, desc = "before the run")
@Outcome(id = "true, 1, 0, true", expect = ACCEPTABLE, desc = "during the run, or after it")
@Outcome(id = ".*, .*, 1, .*", expect = FORBIDDEN, desc = "it stays in the wheel")
@Outcome(id = ".*, [2-9], .*", expect = FORBIDDEN, desc = "it runs again")
@Outcome(id = "false, .*", expect = FORBIDDEN, desc = "nobody completes the future")
@State
public class PeriodCancel {
  private final PeriodicScene scene = new PeriodicScene();

  @Actor
  public void run() {
    scene.run();
  }

  @Actor
  public void cancel() {
    scene.cancel();
  }

  @Arbiter
  public void after(LLLL_Result r) {
    scene.note(r);
  }
}
