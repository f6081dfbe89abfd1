package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.loomwheel.recipes.LeaseRenewal;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;

@JCStressTest
@Description(
    "A renewal is cancelled as the lease is renewed for the first time. Outcome: cancelled?, "
        + "renewals, losses, pending.")
@Outcome(id = "true, 0, 0, 0", expect = ACCEPTABLE, desc = "cancelled first: never renewed")
@Outcome(id = "true, 1, 0, 0", expect = ACCEPTABLE, desc = "renewed once, then cancelled")
@Outcome(id = "true, [2-9]\\d*, .*", expect = FORBIDDEN, desc = "renewed though cancelled")
@Outcome(id = ".*, .*, [1-9], .*", expect = FORBIDDEN, desc = "lost though cancelled")
@Outcome(id = ".*, [1-9]", expect = FORBIDDEN, desc = "a timeout is left over")
@State
public class LeaseCancelRenew {
  private final Scene scene = new Scene();
  private final Renewals renewals = new Renewals();
  private final LeaseRenewal renewal =
      LeaseRenewal.of(scene.timer(), Duration.ofNanos(30), renewals);

  public LeaseCancelRenew() {
    renewal.start();
  }

  @Actor
  public void fire() {
    scene.advance(10);
  }

  @Actor
  public void cancel(LLLL_Result r) {
    r.r1 = renewal.cancel();
  }

  @Arbiter
  public void after(LLLL_Result r) {
    r.r4 = scene.pending();
    scene.advance(Scene.LATER);
    r.r2 = renewals.asked.get();
    r.r3 = renewals.lost.get();
  }
}
