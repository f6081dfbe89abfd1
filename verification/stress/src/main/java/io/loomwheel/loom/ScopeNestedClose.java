package io.loomwheel.loom;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

@JCStressTest
@Description(
    "A scope inside another one is closed, while the deadlines of both come. Outcome: outer one "
        + "expired after that?, then interrupted before its close?, after its close?")
@Outcome(id = "false, false, false", expect = ACCEPTABLE, desc = "the outer one is in time")
@Outcome(id = "true, true, false", expect = ACCEPTABLE, desc = "interrupted by the outer one")
@Outcome(id = "false, true, .*", expect = FORBIDDEN, desc = "the inner one's is left behind")
@Outcome(id = "true, false, .*", expect = FORBIDDEN, desc = "the outer one's interrupt is lost")
@Outcome(id = ".*, true", expect = FORBIDDEN, desc = "the outer one's is left behind")
@State
public class ScopeNestedClose {
  private static final long PATIENCE_NANOS = 1_000_000_000;

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();

  @Actor
  public void close(ZZZ_Result r) {
    DeadlineScope outer = DeadlineScope.within(timer, Duration.ofNanos(11));
    DeadlineScope inner = DeadlineScope.within(timer, Duration.ofNanos(10));
    inner.close();
    r.r1 = outer.isExpired();
    if (r.r1) {
      long end = System.nanoTime() + PATIENCE_NANOS;
      while (!Thread.currentThread().isInterrupted() && System.nanoTime() - end < 0) {
        Thread.onSpinWait();
      }
      r.r2 = Thread.currentThread().isInterrupted();
    }
    outer.close();
    for (int i = 0; i < 100 && !r.r3; i++) {
      r.r3 = Thread.interrupted();
    }
  }

  @Actor
  public void expire() {
    for (int i = 0; i < 20; i++) {
      clock.advance(Duration.ofNanos(1));
    }
  }
}
