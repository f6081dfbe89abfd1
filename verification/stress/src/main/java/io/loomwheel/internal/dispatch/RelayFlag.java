package io.loomwheel.internal.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

@JCStressTest
@Description(
    "A task is handed to the relay as a worker clears the flag and finds the queue empty. "
        + "Outcome: runs of the first task, of the second.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both run once")
@Outcome(id = "1, 0", expect = FORBIDDEN, desc = "the second is stranded")
@State
public class RelayFlag {
  private final RelayScene scene = new RelayScene();

  {
    scene.relay.execute(scene::executeFirst);
    scene.workers
        .runOne(); // runs both, and leaves the worker started between them with nothing to do
  }

  @Actor
  public void drain() {
    scene.workers.runOne();
  }

  @Actor
  public void execute() {
    scene.executeSecond();
  }

  @Arbiter
  public void after(II_Result r) {
    scene.workers.runAll();
    r.r1 = scene.firstRuns();
    r.r2 = scene.secondRuns();
  }
}
