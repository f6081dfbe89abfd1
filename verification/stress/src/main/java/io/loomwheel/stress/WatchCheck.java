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
    "An operation is put in while its condition turns true and its key is checked. "
        + "Outcome: completed by being put in?, by the check, completions, kept.")
@Outcome(id = "true, 0, 1, 0", expect = ACCEPTABLE, desc = "completed by one of its two tries")
@Outcome(id = "false, 1, 1, 0", expect = ACCEPTABLE, desc = "completed by the check")
@Outcome(id = "false, 0, .*", expect = FORBIDDEN, desc = "the check is lost")
@Outcome(id = ".*, [1-9]", expect = FORBIDDEN, desc = "kept though completed")
@State
public class WatchCheck {
  private final Parking parking = new Parking(1);

  @Actor
  public void put(LLLL_Result r) {
    r.r1 = parking.put();
  }

  @Actor
  public void check(LLLL_Result r) {
    r.r2 = parking.fulfilOneAndCheck();
  }

  @Arbiter
  public void after(LLLL_Result r) {
    r.r3 = parking.completions();
    r.r4 = parking.kept();
  }
}
