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
import org.openjdk.jcstress.infra.results.ZJI_Result;

@JCStressTest
@Description("A timeout is put off as it falls due. Outcome: put off?, time of the run, runs.")
@Outcome(
    id = "true, [23]0, 1",
    expect = ACCEPTABLE,
    desc = "put off in time: runs once, at the new deadline")
@Outcome(
    id = "false, 10, 1",
    expect = ACCEPTABLE,
    desc = "too late: runs once, at the old deadline")
@Outcome(id = "true, 10, .*", expect = FORBIDDEN, desc = "runs at the old deadline though put off")
@Outcome(id = ".*, 0", expect = FORBIDDEN, desc = "lost")
@State
public class PutOffFire {
  private final Scene scene = new Scene();
  private final Timeout timeout = scene.arm(10);

  @Actor
  public void fire() {
    scene.advance(10);
  }

  @Actor
  public void putOff(ZJI_Result r) {
    r.r1 = timeout.reschedule(20, TimeUnit.NANOSECONDS);
  }

  @Arbiter
  public void after(ZJI_Result r) {
    r.r3 = scene.runsInTheEnd();
    r.r2 = scene.ranAt();
  }
}
