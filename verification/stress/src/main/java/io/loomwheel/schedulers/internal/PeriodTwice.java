package io.loomwheel.schedulers.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

@JCStressTest
@Description(
    "Two threads run a periodic task that has fired once, as when an executor takes it and throws. "
        + "Outcome: runs, pending, runs once the next period is over.")
@Outcome(id = "1, 1, 2", expect = ACCEPTABLE, desc = "one runs it, and arms it again")
@Outcome(id = "[2-9], .*", expect = FORBIDDEN, desc = "the same period runs twice")
@Outcome(id = "0, .*", expect = FORBIDDEN, desc = "neither runs it")
@Outcome(id = "1, 0, .*", expect = FORBIDDEN, desc = "the period ends in silence")
@State
public class PeriodTwice {
  private final TaskScene scene = new TaskScene();
  private final Task task = scene.duePeriod();

  @Actor
  public void run() {
    task.run();
  }

  @Actor
  public void runToo() {
    task.run();
  }

  @Arbiter
  public void after(III_Result r) {
    r.r1 = scene.runs();
    r.r2 = scene.pending();
    scene.passTime();
    r.r3 = scene.runs();
  }
}
