package io.loomwheel.internal.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.RejectedExecutionException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;

@JCStressTest
@Description(
    "A task is handed to the relay as its only worker runs dry and no more threads can "
        + "be started. Outcome: accepted?, runs of the first task, of the second.")
@Outcome(id = "true, 1, 1", expect = ACCEPTABLE, desc = "the worker took it")
@Outcome(id = "false, 1, 0", expect = ACCEPTABLE, desc = "refused")
@Outcome(id = "true, 1, 0", expect = FORBIDDEN, desc = "stranded")
@Outcome(id = "false, 1, 1", expect = FORBIDDEN, desc = "refused and run")
@State
public class RelayRefused {
  private final RelayScene scene = new RelayScene();

  {
    scene.executeFirst();
    scene.workers.refuse();
  }

  @Actor
  public void drain() {
    scene.workers.runOne();
  }

  @Actor
  public void execute(ZII_Result r) {
    try {
      scene.executeSecond();
      r.r1 = true;
    } catch (RejectedExecutionException refused) {
      r.r1 = false;
    }
  }

  @Arbiter
  public void after(ZII_Result r) {
    scene.workers.runAll();
    r.r2 = scene.firstRuns();
    r.r3 = scene.secondRuns();
  }
}
