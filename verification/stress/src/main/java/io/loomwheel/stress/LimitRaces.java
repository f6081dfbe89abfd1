package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.loomwheel.Timeout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** Timeouts on a timer with a limit. */
public final class LimitRaces {
  @JCStressTest
  @Description(
      "A timeout that holds the only permit is cancelled as it falls due. Outcome: "
          + "cancelled?, runs, permits afterwards.")
  @Outcome(id = "true, 0, 1", expect = ACCEPTABLE, desc = "cancelled: its permit is free")
  @Outcome(id = "false, 1, 1", expect = ACCEPTABLE, desc = "fired: its permit is free")
  @State
  public static class LimitGive {
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

  @JCStressTest
  @Description(
      "The only timeout that the limit allows is cancelled and another armed in its place, as a "
          + "second thread arms one. Outcome: first accepted?, second accepted?, pending.")
  @Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "the first gets the permit back")
  @Outcome(id = "false, true, 1", expect = ACCEPTABLE, desc = "the second gets the permit")
  @State
  public static class LimitGiveTake {
    private final Scene scene = Scene.limitedTo(1);
    private final Timeout timeout = scene.arm(10);

    @Actor
    public void first(ZZI_Result r) {
      timeout.cancel();
      r.r1 = scene.tryArm(10);
    }

    @Actor
    public void second(ZZI_Result r) {
      r.r2 = scene.tryArm(10);
    }

    @Arbiter
    public void after(ZZI_Result r) {
      r.r3 = scene.pending();
    }
  }
}
