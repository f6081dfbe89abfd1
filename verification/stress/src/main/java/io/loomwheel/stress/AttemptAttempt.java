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
    "Two checks of a key meet, each after one of the two conditions of an operation "
        + "turned true. Outcome: completed by the first, by the second, completions, "
        + "kept.")
@Outcome(id = "1, 0, 1, 0", expect = ACCEPTABLE, desc = "completed by the one")
@Outcome(id = "0, 1, 1, 0", expect = ACCEPTABLE, desc = "completed by the other")
@Outcome(id = "0, 0, .*", expect = FORBIDDEN, desc = "the attempt is lost")
@Outcome(id = "1, 1, .*", expect = FORBIDDEN, desc = "counted twice")
@State
public class AttemptAttempt {
  private final Parking parking = new Parking(2);

  {
    parking.put();
  }

  @Actor
  public void first(LLLL_Result r) {
    r.r1 = parking.fulfilOneAndCheck();
  }

  @Actor
  public void second(LLLL_Result r) {
    r.r2 = parking.fulfilOneAndCheck();
  }

  @Arbiter
  public void after(LLLL_Result r) {
    r.r3 = parking.completions();
    r.r4 = parking.kept();
  }
}
