package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;

@JCStressTest
@Description(
    "An operation is forced as its time is over. Outcome: forced?, expirations, "
        + "completions, kept.")
@Outcome(id = "true, 0, 1, 0", expect = ACCEPTABLE, desc = "forced")
@Outcome(id = "false, 1, 1, 0", expect = ACCEPTABLE, desc = "expired")
@Outcome(id = ".*, [02], .*", expect = FORBIDDEN, desc = "completed not once")
@State
public class ExpireForce {
  private final Parking parking = new Parking(1);

  {
    parking.put();
  }

  @Actor
  public void force(LLLL_Result r) {
    r.r1 = parking.force();
  }

  @Actor
  public void expire() {
    parking.advance();
  }

  @Arbiter
  public void after(LLLL_Result r) {
    r.r2 = parking.expirations();
    r.r3 = parking.completions();
    r.r4 = parking.kept();
  }
}
