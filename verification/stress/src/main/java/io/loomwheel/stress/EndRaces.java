package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.loomwheel.Timeout;
import io.loomwheel.netty.NettyWheelTimer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.LLLLL_Result;
import org.openjdk.jcstress.infra.results.LLLL_Result;
import org.openjdk.jcstress.infra.results.ZII_Result;

/** Cancels and stops, and what a limit allows after them. */
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
      "A timeout is cancelled as it moves from one slot to another. Outcome: cancelled?, pending, "
          + "runs.")
  @Outcome(id = "true, 0, 0", expect = ACCEPTABLE, desc = "gone, whichever cell it lay in")
  @State
  public static class CancelComeDown extends Scene {
    private final Timeout timeout = arm(200);

    /** Time enters the slot of the second level, whose timeouts go to the first. */
    @Actor
    public void turn() {
      advance(192);
    }

    @Actor
    public void cancel(ZII_Result r) {
      r.r1 = timeout.cancel();
    }

    @Arbiter
    public void after(ZII_Result r) {
      r.r2 = pending();
      r.r3 = runsInTheEnd();
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
      "Two threads stop a timer that holds two timeouts. Outcome: returned to the first, to the "
          + "second, times notified, pending.")
  @Outcome(id = "2, 0, 2, 0", expect = ACCEPTABLE, desc = "all returned to the first")
  @Outcome(id = "0, 2, 2, 0", expect = ACCEPTABLE, desc = "all returned to the second")
  @Outcome(id = "1, 1, 2, 0", expect = ACCEPTABLE, desc = "one returned to each")
  @State
  public static class StopStop extends Scene {
    {
      arm(10);
      arm(20);
    }

    @Actor
    public void first(IIII_Result r) {
      r.r1 = stop();
    }

    @Actor
    public void second(IIII_Result r) {
      r.r2 = stop();
    }

    @Arbiter
    public void after(IIII_Result r) {
      r.r3 = notified.get();
      r.r4 = pending();
    }
  }

  @JCStressTest
  @Description(
      "A timeout is armed on a view of Netty's kind while the view is stopped; its wheel goes on. "
          + "Outcome: accepted?, returned by stop, pending, runs.")
  @Outcome(id = "true, 1, 0, 0", expect = ACCEPTABLE, desc = "returned by the stop")
  @Outcome(id = "false, 0, 0, 0", expect = ACCEPTABLE, desc = "refused")
  @State
  public static class ViewArmStop extends Scene {
    private final NettyWheelTimer view = NettyWheelTimer.on(timer);

    @Actor
    public void arm(LLLL_Result r) {
      try {
        view.newTimeout(timeout -> noteRun(), 10, TimeUnit.NANOSECONDS);
        r.r1 = true;
      } catch (IllegalStateException stopped) {
        r.r1 = false;
      }
    }

    @Actor
    public void stop(LLLL_Result r) {
      r.r2 = view.stop().size();
    }

    @Arbiter
    public void after(LLLL_Result r) {
      r.r3 = pending();
      r.r4 = runsInTheEnd();
    }
  }
}
