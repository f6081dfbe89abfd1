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
    "A key is checked, the condition being true, while what waits under it is taken "
        + "out. Outcome: completed, taken out, completions, kept.")
@Outcome(id = "1, 0, 1, 0", expect = ACCEPTABLE, desc = "completed first")
@Outcome(id = "0, 1, 0, 0", expect = ACCEPTABLE, desc = "taken out first")
@Outcome(id = "1, 1, 1, 0", expect = ACCEPTABLE, desc = "taken out while it was tried")
@Outcome(id = "0, 0, .*", expect = FORBIDDEN, desc = "lost")
@State
public class CheckWithdraw {
  private final Parking parking = new Parking(1);

  {
    parking.put();
  }

  @Actor
  public void check(LLLL_Result r) {
    r.r1 = parking.fulfilOneAndCheck();
  }

  @Actor
  public void cancel(LLLL_Result r) {
    r.r2 = parking.cancel();
  }

  @Arbiter
  public void after(LLLL_Result r) {
    r.r3 = parking.completions();
    r.r4 = parking.kept();
  }
}
