package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.loomwheel.Timeout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;
import org.openjdk.jcstress.infra.results.ZII_Result;

/** Cancels. */
public final class CancelRaces {
  @JCStressTest
  @Description(
      "A timeout is cancelled as it falls due. Outcome: cancelled?, runs, times notified, "
          + "pending.")
  @Outcome(id = "true, 0, 1, 0", expect = ACCEPTABLE, desc = "cancelled in time: never runs")
  @Outcome(id = "false, 1, 0, 0", expect = ACCEPTABLE, desc = "too late: runs once")
  @State
  public static class CancelFire {
    private final Scene scene = new Scene();
    private final Timeout timeout = scene.arm(10);

    @Actor
    public void fire() {
      scene.advance(10);
    }

    @Actor
    public void cancel(LLLL_Result r) {
      r.r1 = timeout.cancel();
    }

    @Arbiter
    public void after(LLLL_Result r) {
      r.r2 = scene.runsInTheEnd();
      r.r3 = scene.notified();
      r.r4 = scene.pending();
    }
  }

  @JCStressTest
  @Description(
      "A timeout is cancelled while the timer is stopped. Outcome: cancelled?, returned by "
          + "stop, times notified, pending.")
  @Outcome(id = "true, 0, 1, 0", expect = ACCEPTABLE, desc = "cancelled before the stop")
  @Outcome(id = "false, 1, 1, 0", expect = ACCEPTABLE, desc = "returned by the stop")
  @State
  public static class CancelStop {
    private final Scene scene = new Scene();
    private final Timeout timeout = scene.arm(10);

    @Actor
    public void cancel(LLLL_Result r) {
      r.r1 = timeout.cancel();
    }

    @Actor
    public void stop(LLLL_Result r) {
      r.r2 = scene.stop();
    }

    @Arbiter
    public void after(LLLL_Result r) {
      r.r3 = scene.notified();
      r.r4 = scene.pending();
    }
  }

  @JCStressTest
  @Description(
      "A timeout is cancelled as it moves from one slot to another. Outcome: cancelled?, pending,"
          + " runs.")
  @Outcome(id = "true, 0, 0", expect = ACCEPTABLE, desc = "gone, whichever cell it lay in")
  @State
  public static class CancelComeDown {
    private final Scene scene = new Scene();
    private final Timeout timeout = scene.arm(200);

    /** Time enters the slot of the second level, whose timeouts go to the first. */
    @Actor
    public void turn() {
      scene.advance(192);
    }

    @Actor
    public void cancel(ZII_Result r) {
      r.r1 = timeout.cancel();
    }

    @Arbiter
    public void after(ZII_Result r) {
      r.r2 = scene.pending();
      r.r3 = scene.runsInTheEnd();
    }
  }
}
