package io.loomwheel.loom;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZJ_Result;

@JCStressTest
@Description(
    "A scope is closed by its thread, while its deadline comes. Outcome: expired?, interrupted "
        + "after the close?, pending.")
@Outcome(id = "false, false, 0", expect = ACCEPTABLE, desc = "closed in time")
@Outcome(id = "true, false, 0", expect = ACCEPTABLE, desc = "expired, and the flag is cleared")
@Outcome(id = ".*, true, .*", expect = FORBIDDEN, desc = "an interrupt is left behind")
@Outcome(id = ".*, .*, 1", expect = FORBIDDEN, desc = "a deadline is left behind")
@State
public class ScopeExpireClose {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();

  @Actor
  public void close(ZZJ_Result r) {
    DeadlineScope scope = DeadlineScope.within(timer, Duration.ofNanos(10));
    scope.close();
    r.r1 = scope.isExpired();
    for (int i = 0; i < 100 && !r.r2; i++) {
      r.r2 = Thread.interrupted();
    }
  }

  @Actor
  public void expire() {
    for (int i = 0; i < 10; i++) {
      clock.advance(Duration.ofNanos(2));
    }
  }

  @Arbiter
  public void after(ZZJ_Result r) {
    r.r3 = timer.pendingTimeouts();
  }
}
