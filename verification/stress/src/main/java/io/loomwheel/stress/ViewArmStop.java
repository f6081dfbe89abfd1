package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.loomwheel.netty.NettyWheelTimer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;

@JCStressTest
@Description(
    "A timeout is armed on a view of Netty's kind while the view is stopped; its wheel goes on. "
        + "Outcome: accepted?, returned by stop, pending, runs.")
@Outcome(id = "true, 1, 0, 0", expect = ACCEPTABLE, desc = "returned by the stop")
@Outcome(id = "false, 0, 0, 0", expect = ACCEPTABLE, desc = "refused")
@Outcome(id = "true, 0, .*", expect = FORBIDDEN, desc = "it outlives the view")
@Outcome(id = "false, .*, .*, 1", expect = FORBIDDEN, desc = "refused and run")
@Outcome(id = "false, 1, .*", expect = FORBIDDEN, desc = "refused and returned")
@State
public class ViewArmStop {
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
