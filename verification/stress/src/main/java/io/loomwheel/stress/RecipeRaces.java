package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.loomwheel.recipes.Backoff;
import io.loomwheel.recipes.HeartbeatTask;
import io.loomwheel.recipes.IdleTimeout;
import io.loomwheel.recipes.LeaseRenewal;
import io.loomwheel.recipes.RetryTask;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JI_Result;
import org.openjdk.jcstress.infra.results.LLLL_Result;
import org.openjdk.jcstress.infra.results.ZJI_Result;

/** Idle timeouts, heartbeats, leases, retries. */
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
      "Something is read as the last heartbeat goes unanswered. Outcome: when lost, heartbeats "
          + "sent.")
  @Outcome(id = "20, 1", expect = ACCEPTABLE, desc = "too late: lost")
  @Outcome(id = "30, 2", expect = ACCEPTABLE, desc = "in time: lost for want of the next answer")
  @Outcome(id = "40, 3", expect = ACCEPTABLE, desc = "at the next heartbeat: taken for its answer")
  @State
  public static class ReadLost extends Scene implements HeartbeatTask.Channel {
    private final HeartbeatTask heartbeat =
        HeartbeatTask.start(timer, Duration.ofNanos(10), 1, this);

    {
      advance(15);
    }

    @Override
    public void heartbeat() {
      notified.incrementAndGet();
    }

    @Override
    public void lost(int unanswered) {
      noteRun();
    }

    @Actor
    public void fire() {
      advance(5);
    }

    @Actor
    public void read() {
      heartbeat.read();
    }

    @Arbiter
    public void after(JI_Result r) {
      advance(LATER);
      r.r1 = ranAt;
      r.r2 = notified.get();
    }
  }

  @JCStressTest
  @Description(
      "A renewal is cancelled as the lease is renewed for the first time. Outcome: cancelled?, "
          + "renewals, losses, pending.")
  @Outcome(id = "true, 0, 0, 0", expect = ACCEPTABLE, desc = "cancelled first: never renewed")
  @Outcome(id = "true, 1, 0, 0", expect = ACCEPTABLE, desc = "renewed once, then cancelled")
  @State
  public static class LeaseCancelRenew extends Scene implements LeaseRenewal.Lease {
    private final LeaseRenewal renewal = LeaseRenewal.of(timer, Duration.ofNanos(30), this);

    {
      renewal.start();
    }

    @Override
    public boolean renew() {
      noteRun();
      return true;
    }

    @Override
    public void lost(@Nullable Throwable cause) {
      notified.incrementAndGet();
    }

    @Actor
    public void fire() {
      advance(10);
    }

    @Actor
    public void cancel(LLLL_Result r) {
      r.r1 = renewal.cancel();
    }

    @Arbiter
    public void after(LLLL_Result r) {
      r.r4 = pending();
      r.r2 = runsInTheEnd();
      r.r3 = notified.get();
    }
  }

  @JCStressTest
  @Description(
      "A retry is cancelled as its second attempt, which fails, arms the third. Outcome: "
          + "cancelled?, attempts, pending, interrupt left on the thread?")
  @Outcome(id = "true, 1, 0, false", expect = ACCEPTABLE, desc = "cancelled before the attempt")
  @Outcome(id = "true, 2, 0, false", expect = ACCEPTABLE, desc = "cancelled during it, or after it")
  @State
  public static class RetryCancel extends Scene {
    private final CompletableFuture<Integer> future =
        RetryTask.on(timer)
            .backoff(Backoff.fixed(Duration.ofNanos(10)))
            .build()
            .start(this::attempt);

    private int attempt() throws IOException {
      noteRun();
      throw new IOException("the attempt fails");
    }

    @Actor
    public void fire(LLLL_Result r) {
      advance(10);
      r.r4 = Thread.interrupted();
    }

    @Actor
    public void cancel(LLLL_Result r) {
      r.r1 = future.cancel(true);
    }

    @Arbiter
    public void after(LLLL_Result r) {
      r.r3 = pending();
      r.r2 = runsInTheEnd();
    }
  }
}
