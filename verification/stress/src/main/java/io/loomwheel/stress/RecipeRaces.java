package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.loomwheel.purgatory.DelayedOperation;
import io.loomwheel.purgatory.Purgatory;
import io.loomwheel.recipes.IdleTimeout;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.ZJI_Result;

/** Idle timeouts, and operations in a purgatory. */
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

  @JCStressTest
  @Description(
      "A key is checked, the condition being true, while what waits under it is taken out. "
          + "Outcome: completed, taken out, completions, kept.")
  @Outcome(id = "1, 0, 1, 0", expect = ACCEPTABLE, desc = "completed first")
  @Outcome(id = "0, 1, 0, 0", expect = ACCEPTABLE, desc = "taken out first")
  @Outcome(id = "1, 1, 1, 0", expect = ACCEPTABLE, desc = "taken out while it was tried")
  @State
  public static class CheckWithdraw extends Parking {
    {
      put();
    }

    @Actor
    public void check(LLLL_Result r) {
      isMet = true;
      r.r1 = purgatory.checkAndComplete(KEY);
    }

    @Actor
    public void cancel(LLLL_Result r) {
      r.r2 = purgatory.cancelForKey(KEY).size();
    }

    @Arbiter
    public void after(LLLL_Result r) {
      r.r3 = completions.get();
      r.r4 = kept();
    }
  }

  @JCStressTest
  @Description(
      "An operation is put in while the purgatory is closed. Outcome: accepted?, "
          + "completions, kept.")
  @Outcome(id = "true, 1, 0", expect = ACCEPTABLE, desc = "accepted, and completed by closing")
  @Outcome(id = "false, 0, 0", expect = ACCEPTABLE, desc = "rejected")
  @State
  public static class WatchClose extends Parking {
    @Actor
    public void put(LLL_Result r) {
      r.r1 = isAccepted(this::put);
    }

    @Actor
    public void close() {
      purgatory.close();
    }

    @Arbiter
    public void after(LLL_Result r) {
      r.r2 = completions.get();
      r.r3 = kept();
    }
  }

  /**
   * A purgatory and the one operation of a case, due after 10 ns, which can complete once its
   * condition is met.
   */
  abstract static class Parking extends Scene {
    static final String KEY = "key";

    final Purgatory<String> purgatory = Purgatory.on(timer);
    final Operation operation = new Operation();
    final AtomicInteger completions = new AtomicInteger();

    /** The condition; set before a check. */
    volatile boolean isMet;

    final void put() {
      purgatory.tryCompleteElseWatch(operation, List.of(KEY, "other"));
    }

    /** {@return entries in lists and timeouts} */
    final int kept() {
      return purgatory.watched() + pending();
    }

    final class Operation extends DelayedOperation {
      Operation() {
        super(10, TimeUnit.NANOSECONDS);
      }

      @Override
      public boolean tryComplete() {
        return isMet && forceComplete();
      }

      @Override
      public void onComplete() {
        completions.incrementAndGet();
      }

      @Override
      public void onExpiration() {}
    }
  }
}
