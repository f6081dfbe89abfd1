package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.loomwheel.Timeout;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;
import org.openjdk.jcstress.infra.results.ZJI_Result;

/** Moves to earlier and to later. */
public final class RescheduleRaces {
  @JCStressTest
  @Description(
      "A timeout is brought forward while the clock moves past its new deadline. Outcome: brought "
          + "forward?, time of the run, runs.")
  @Outcome(id = "true, (5|10|15), 1", expect = ACCEPTABLE, desc = "once, as soon as that is known")
  @State
  public static class BringForwardFire extends Scene {
    private final Timeout timeout = arm(100);

    @Actor
    public void move() {
      advance(10);
    }

    @Actor
    public void bringForward(ZJI_Result r) {
      r.r1 = timeout.reschedule(5, TimeUnit.NANOSECONDS);
    }

    @Arbiter
    public void after(ZJI_Result r) {
      r.r3 = runsInTheEnd();
      r.r2 = ranAt;
    }
  }

  @JCStressTest
  @Description(
      "A timeout is brought forward, which links it anew, while the timer is stopped. Outcome: "
          + "brought forward?, timeouts returned by stop, three others among them; pending.")
  @Outcome(id = "true, 4, 0", expect = ACCEPTABLE, desc = "brought forward, then returned by stop")
  @Outcome(id = "false, 4, 0", expect = ACCEPTABLE, desc = "returned by the stop before")
  @State
  public static class BringForwardStop extends Scene {
    private final Timeout timeout;

    /** The stop comes to the others first, so that there is time to bring this one forward. */
    public BringForwardStop() {
      armAsManyAs(3);
      timeout = arm(2 * Scene.LATER);
    }

    @Actor
    public void bringForward(ZII_Result r) {
      r.r1 = timeout.reschedule(5, TimeUnit.NANOSECONDS);
    }

    @Actor
    public void stop(ZII_Result r) {
      r.r2 = stop();
    }

    @Arbiter
    public void after(ZII_Result r) {
      r.r3 = pending();
    }
  }

  @JCStressTest
  @Description("A timeout is put off as it falls due. Outcome: put off?, time of the run, runs.")
  @Outcome(id = "true, [23]0, 1", expect = ACCEPTABLE, desc = "in time: once, at the new deadline")
  @Outcome(id = "false, 10, 1", expect = ACCEPTABLE, desc = "too late: once, at the old deadline")
  @State
  public static class PutOffFire extends Scene {
    private final Timeout timeout = arm(10);

    @Actor
    public void fire() {
      advance(10);
    }

    @Actor
    public void putOff(ZJI_Result r) {
      r.r1 = timeout.reschedule(20, TimeUnit.NANOSECONDS);
    }

    @Arbiter
    public void after(ZJI_Result r) {
      r.r3 = runsInTheEnd();
      r.r2 = ranAt;
    }
  }
}
