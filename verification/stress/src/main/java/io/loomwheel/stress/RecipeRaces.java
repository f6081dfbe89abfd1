package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.loomwheel.recipes.IdleTimeout;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZJI_Result;

/** Idle timeouts, and with them heartbeats. */
public final class RecipeRaces {
  @JCStressTest
  @Description(
      "An idle timeout is touched as its limit ends. Outcome: in time?, last notified, times "
          + "notified.")
  @Outcome(id = "true, 15, 1", expect = ACCEPTABLE, desc = "in time: one limit after the touch")
  @Outcome(id = "true, 20, 1", expect = ACCEPTABLE, desc = "in time: one limit after the touch")
  @Outcome(id = "false, 20, 2", expect = ACCEPTABLE, desc = "too late: again one limit after it")
  @State
  public static class TouchFire extends Scene {
    private final IdleTimeout idle =
        IdleTimeout.start(timer, Duration.ofNanos(10), it -> noteRun());

    {
      advance(5);
    }

    @Actor
    public void fire() {
      advance(5);
    }

    @Actor
    public void touch(ZJI_Result r) {
      r.r1 = idle.touch();
    }

    @Arbiter
    public void after(ZJI_Result r) {
      r.r3 = runsInTheEnd();
      r.r2 = ranAt;
    }
  }
}
