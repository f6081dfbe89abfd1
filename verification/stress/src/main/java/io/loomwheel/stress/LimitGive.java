package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.loomwheel.Timeout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;

@JCStressTest
@Description(
    "A timeout that holds the only permit is cancelled as it falls due. Outcome: "
        + "cancelled?, runs, permits afterwards.")
@Outcome(id = "true, 0, 1", expect = ACCEPTABLE, desc = "cancelled: its permit is free")
@Outcome(id = "false, 1, 1", expect = ACCEPTABLE, desc = "fired: its permit is free")
@Outcome(id = ".*, 0", expect = FORBIDDEN, desc = "the permit is lost")
@Outcome(id = ".*, [23]", expect = FORBIDDEN, desc = "the permit was released twice")
@State
public class LimitGive {
  private final Scene scene = Scene.limitedTo(1);
  private final Timeout timeout = scene.arm(10);

  @Actor
  public void fire() {
    scene.advance(10);
  }

  @Actor
  public void cancel(ZII_Result r) {
    r.r1 = timeout.cancel();
  }

  @Arbiter
  public void after(ZII_Result r) {
    r.r2 = scene.runsInTheEnd();
    r.r3 = scene.armAsManyAs(3);
  }
}
