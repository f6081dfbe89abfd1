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

/** Moves to earlier. */
public final class RescheduleRaces {
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
