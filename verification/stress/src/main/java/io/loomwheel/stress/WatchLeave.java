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
    "An operation is put in as the last one under its key leaves the list. Outcome: completed by "
        + "being put in?, forced the other?, completed by a later check, kept.")
@Outcome(id = "false, true, 1, 0", expect = ACCEPTABLE, desc = "waits where the check looks")
@Outcome(id = "false, true, 0, .*", expect = FORBIDDEN, desc = "waits in a list that is gone")
@State
public class WatchLeave {
  private final Parking parking = new Parking(1);

  {
    parking.putNeighbour();
  }

  @Actor
  public void put(LLLL_Result r) {
    r.r1 = parking.put();
  }

  @Actor
  public void leave(LLLL_Result r) {
    r.r2 = parking.forceNeighbour();
  }

  @Arbiter
  public void after(LLLL_Result r) {
    r.r3 = parking.fulfilOneAndCheck();
    r.r4 = parking.kept();
  }
}
