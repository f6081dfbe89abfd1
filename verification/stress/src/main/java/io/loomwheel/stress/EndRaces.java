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
import org.openjdk.jcstress.infra.results.LLLLL_Result;
import org.openjdk.jcstress.infra.results.LLLL_Result;
import org.openjdk.jcstress.infra.results.ZII_Result;

/** Cancels, moves and stops, and what a limit allows after them. */
public final class EndRaces {
  @JCStressTest
  @Description(
      "A timeout that holds the only permit is cancelled as it falls due. Outcome: cancelled?, "
          + "runs, times notified, pending, permits afterwards.")
  @Outcome(id = "true, 0, 1, 0, 1", expect = ACCEPTABLE, desc = "cancelled in time: never runs")
  @Outcome(id = "false, 1, 0, 0, 1", expect = ACCEPTABLE, desc = "too late: runs once")
  @State
  public static class CancelFire extends Scene {
    private final Timeout timeout = arm(10);

    public CancelFire() {
      super(1);
    }

    @Actor
    public void fire() {
      advance(10);
    }

    @Actor
    public void cancel(LLLLL_Result r) {
      r.r1 = timeout.cancel();
    }

    @Arbiter
    public void after(LLLLL_Result r) {
      r.r2 = runsInTheEnd();
      r.r3 = notified.get();
      r.r4 = pending();
      r.r5 = armAsManyAs(3);
    }
  }

  @JCStressTest
  @Description(
      "The only timeout that the limit allows is cancelled and another armed in its place, as a "
          + "second thread arms one. Outcome: first accepted?, second accepted?, pending, permits "
          + "when it has fired.")
  @Outcome(id = "true, false, 1, 1", expect = ACCEPTABLE, desc = "the first gets the permit back")
  @Outcome(id = "false, true, 1, 1", expect = ACCEPTABLE, desc = "the second gets the permit")
  @State
  public static class LimitGiveTake extends Scene {
    private final Timeout timeout = arm(10);

    public LimitGiveTake() {
      super(1);
    }

    @Actor
    public void first(LLLL_Result r) {
      timeout.cancel();
      r.r1 = tryArm(10);
    }

    @Actor
    public void second(LLLL_Result r) {
      r.r2 = tryArm(10);
    }

    @Arbiter
    public void after(LLLL_Result r) {
      r.r3 = pending();
      advance(10);
      r.r4 = armAsManyAs(3);
    }
  }

  @JCStressTest
  @Description(
      "A timeout is cancelled while the timer is stopped. Outcome: cancelled?, returned by stop, "
          + "times notified, pending.")
  @Outcome(id = "true, 0, 1, 0", expect = ACCEPTABLE, desc = "cancelled before the stop")
  @Outcome(id = "false, 1, 1, 0", expect = ACCEPTABLE, desc = "returned by the stop")
  @State
  public static class CancelStop extends Scene {
    private final Timeout timeout = arm(10);

    @Actor
    public void cancel(LLLL_Result r) {
      r.r1 = timeout.cancel();
    }

    @Actor
    public void stop(LLLL_Result r) {
      r.r2 = stop();
    }

    @Arbiter
    public void after(LLLL_Result r) {
      r.r3 = notified.get();
      r.r4 = pending();
    }
  }

  @JCStressTest
  @Description(
      "A timeout is armed, and its time comes, while the timer is stopped. Outcome: accepted?, "
          + "returned by stop, runs, pending.")
  @Outcome(id = "true, 0, 1, 0", expect = ACCEPTABLE, desc = "ran before the stop")
  @Outcome(id = "true, 1, 0, 0", expect = ACCEPTABLE, desc = "returned by the stop")
  @Outcome(id = "false, 0, 0, 0", expect = ACCEPTABLE, desc = "rejected")
  @State
  public static class ArmStop extends Scene {
    @Actor
    public void arm(LLLL_Result r) {
      r.r1 = tryArm(10);
      advance(10);
    }

    @Actor
    public void stop(LLLL_Result r) {
      r.r2 = stop();
    }

    @Arbiter
    public void after(LLLL_Result r) {
      r.r3 = runsInTheEnd();
      r.r4 = pending();
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
}
