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
    "An operation is put in while the purgatory is closed. Outcome: accepted?, "
        + "expirations, completions, kept.")
@Outcome(id = "true, 0, 1, 0", expect = ACCEPTABLE, desc = "accepted, and completed by closing")
@Outcome(id = "false, 0, 0, 0", expect = ACCEPTABLE, desc = "rejected")
@Outcome(id = "true, 0, 0, .*", expect = FORBIDDEN, desc = "lost")
@Outcome(id = "false, 0, 1, .*", expect = FORBIDDEN, desc = "rejected and completed")
@State
public class WatchClose {
  private final Parking parking = new Parking(1);

  @Actor
  public void put(LLLL_Result r) {
    r.r1 = parking.tryPut();
  }

  @Actor
  public void close() {
    parking.close();
  }

  @Arbiter
  public void after(LLLL_Result r) {
    r.r2 = parking.expirations();
    r.r3 = parking.completions();
    r.r4 = parking.kept();
  }
}
