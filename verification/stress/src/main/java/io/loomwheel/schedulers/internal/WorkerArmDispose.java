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
    "A Worker is disposed of while it gets a task. Outcome: accepted?, pending, runs, left in the "
        + "Worker.")
@Outcome(id = "false, 0, 0, 0", expect = ACCEPTABLE, desc = "rejected")
@Outcome(id = "true, 0, 0, 0", expect = ACCEPTABLE, desc = "accepted, and disposed of")
@Outcome(id = ".*, [1-9], .*, .*", expect = FORBIDDEN, desc = "it stays in the wheel")
@Outcome(id = ".*, .*, [1-9], .*", expect = FORBIDDEN, desc = "runs though disposed of")
@State
public class WorkerArmDispose {
  private final TaskScene scene = new TaskScene();
  private final WorkerTaskOwner worker = new WorkerTaskOwner(scene.scheduler, false);

  @Actor
  public void arm(LLLL_Result r) {
    r.r1 = scene.arm(worker);
  }

  @Actor
  public void dispose() {
    worker.dispose();
  }

  @Arbiter
  public void after(LLLL_Result r) {
    r.r2 = scene.pending();
    r.r3 = scene.runsInTheEnd();
    r.r4 = worker.size();
  }
}
