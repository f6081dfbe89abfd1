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
@Description(
    "A timeout is brought forward while the clock moves past its new deadline. Outcome: "
        + "brought forward?, time of the run, runs.")
@Outcome(
    id = "true, (5|10|15), 1",
    expect = ACCEPTABLE,
    desc = "runs once, as soon as the new deadline is known")
@Outcome(id = "true, .*, 1", expect = FORBIDDEN, desc = "runs at another time")
@Outcome(id = ".*, 0", expect = FORBIDDEN, desc = "lost")
@State
public class BringForwardFire {
  private final Scene scene = new Scene();
  private final Timeout timeout = scene.arm(100);

  @Actor
  public void move() {
    scene.advance(10);
  }

  @Actor
  public void bringForward(ZJI_Result r) {
    r.r1 = timeout.reschedule(5, TimeUnit.NANOSECONDS);
  }

  @Arbiter
  public void after(ZJI_Result r) {
    r.r3 = scene.runsInTheEnd();
    r.r2 = scene.ranAt();
  }
}
