package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.loomwheel.netty.NettyWheelTimer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.LLLL_Result;

/** Stops of a timer. */
public final class StopRaces {
  @JCStressTest
  @Description(
      "A timeout is armed, and its time comes, while the timer is stopped. Outcome: "
          + "accepted?, returned by stop, runs, pending.")
  @Outcome(id = "true, 0, 1, 0", expect = ACCEPTABLE, desc = "ran before the stop")
  @Outcome(id = "true, 1, 0, 0", expect = ACCEPTABLE, desc = "returned by the stop")
  @Outcome(id = "false, 0, 0, 0", expect = ACCEPTABLE, desc = "rejected")
  @State
  public static class ArmStop {
    private final Scene scene = new Scene();

    @Actor
    public void arm(LLLL_Result r) {
      r.r1 = scene.tryArm(10);
      scene.advance(10);
    }

    @Actor
    public void stop(LLLL_Result r) {
      r.r2 = scene.stop();
    }

    @Arbiter
    public void after(LLLL_Result r) {
      r.r3 = scene.runsInTheEnd();
      r.r4 = scene.pending();
    }
  }

  @JCStressTest
  @Description(
      "Two threads stop a timer that holds two timeouts. Outcome: returned to the first, to "
          + "the second, times notified, pending.")
  @Outcome(id = "2, 0, 2, 0", expect = ACCEPTABLE, desc = "all returned to the first")
  @Outcome(id = "0, 2, 2, 0", expect = ACCEPTABLE, desc = "all returned to the second")
  @Outcome(id = "1, 1, 2, 0", expect = ACCEPTABLE, desc = "one returned to each")
  @State
  public static class StopStop {
    private final Scene scene = new Scene();

    {
      scene.arm(10);
      scene.arm(20);
    }

    @Actor
    public void first(IIII_Result r) {
      r.r1 = scene.stop();
    }

    @Actor
    public void second(IIII_Result r) {
      r.r2 = scene.stop();
    }

    @Arbiter
    public void after(IIII_Result r) {
      r.r3 = scene.notified();
      r.r4 = scene.pending();
    }
  }

  @JCStressTest
  @Description(
      "A timeout is armed on a view of Netty's kind while the view is stopped; its wheel goes on. "
          + "Outcome: accepted?, returned by stop, pending, runs.")
  @Outcome(id = "true, 1, 0, 0", expect = ACCEPTABLE, desc = "returned by the stop")
  @Outcome(id = "false, 0, 0, 0", expect = ACCEPTABLE, desc = "refused")
  @State
  public static class ViewArmStop {
    private final Scene scene = new Scene();
    private final NettyWheelTimer view = NettyWheelTimer.on(scene.timer());
    private int runs;

    @Actor
    public void arm(LLLL_Result r) {
      try {
        view.newTimeout(timeout -> runs++, 10, TimeUnit.NANOSECONDS);
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
      r.r3 = scene.pending();
      scene.advance(Scene.LATER);
      r.r4 = runs;
    }
  }
}
