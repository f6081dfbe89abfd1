package io.loomwheel.loom;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

@JCStressTest
@Description(
    "A future gets a timeout, while another thread completes it. Outcome: completed by that "
        + "thread?, state of the future, pending.")
@Outcome(id = "true, SUCCESS, 0", expect = ACCEPTABLE, desc = "completed, and forgotten")
@Outcome(id = ".*, 1", expect = FORBIDDEN, desc = "a done future keeps its timeout")
@State
public class FutureArmComplete {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final CompletableFuture<String> future = new CompletableFuture<>();

  @Actor
  public void arm() {
    CompletableFuture<String> unused = Timeouts.orTimeout(timer, future, Duration.ofNanos(10));
  }

  @Actor
  public void complete(LLL_Result r) {
    r.r1 = future.complete("done");
  }

  @Arbiter
  public void after(LLL_Result r) {
    r.r3 = timer.pendingTimeouts();
    clock.advance(Duration.ofNanos(10));
    r.r2 = future.state();
  }
}
