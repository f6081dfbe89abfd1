package io.loomwheel.loom;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.loomwheel.stress.Scene;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.ZZJ_Result;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** Timeouts of futures, and scopes. */
public final class DeadlineRaces {
  @JCStressTest
  @Description(
      "A future gets a timeout, while another thread completes it. Outcome: completed by that "
          + "thread?, state of the future, pending.")
  @Outcome(id = "true, SUCCESS, 0", expect = ACCEPTABLE, desc = "completed, and forgotten")
  @State
  public static class FutureArmComplete extends Scene {
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
      r.r3 = pending();
      advance(10);
      r.r2 = future.state();
    }
  }

  @JCStressTest
  @Description(
      "A scope is closed by its thread, while its deadline comes. Outcome: expired?, interrupted "
          + "after the close?, pending.")
  @Outcome(id = "false, false, 0", expect = ACCEPTABLE, desc = "closed in time")
  @Outcome(id = "true, false, 0", expect = ACCEPTABLE, desc = "expired, and the flag is cleared")
  @State
  public static class ScopeExpireClose extends Scene {
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
        advance(2);
      }
    }

    @Arbiter
    public void after(ZZJ_Result r) {
      r.r3 = pending();
    }
  }

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
  public static class ScopeNestedClose extends Scene {
    private static final long PATIENCE_NANOS = 1_000_000_000;

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
        advance(1);
      }
    }
  }
}
