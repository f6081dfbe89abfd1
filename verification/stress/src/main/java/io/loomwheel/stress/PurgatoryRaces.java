package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;

/** Operations in a purgatory. */
public final class PurgatoryRaces {
  @JCStressTest
  @Description(
      "Two checks of a key meet, each after one of the two conditions of an operation "
          + "turned true. Outcome: completed by the first, by the second, completions, "
          + "kept.")
  @Outcome(id = "1, 0, 1, 0", expect = ACCEPTABLE, desc = "completed by the one")
  @Outcome(id = "0, 1, 1, 0", expect = ACCEPTABLE, desc = "completed by the other")
  @State
  public static class AttemptAttempt {
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

  @JCStressTest
  @Description(
      "A key is checked, the condition being true, while what waits under it is taken "
          + "out. Outcome: completed, taken out, completions, kept.")
  @Outcome(id = "1, 0, 1, 0", expect = ACCEPTABLE, desc = "completed first")
  @Outcome(id = "0, 1, 0, 0", expect = ACCEPTABLE, desc = "taken out first")
  @Outcome(id = "1, 1, 1, 0", expect = ACCEPTABLE, desc = "taken out while it was tried")
  @State
  public static class CheckWithdraw {
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

  @JCStressTest
  @Description(
      "An operation is forced as its time is over. Outcome: forced?, expirations, "
          + "completions, kept.")
  @Outcome(id = "true, 0, 1, 0", expect = ACCEPTABLE, desc = "forced")
  @Outcome(id = "false, 1, 1, 0", expect = ACCEPTABLE, desc = "expired")
  @State
  public static class ExpireForce {
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

  @JCStressTest
  @Description(
      "An operation is put in while its condition turns true and its key is checked. "
          + "Outcome: completed by being put in?, by the check, completions, kept.")
  @Outcome(id = "true, 0, 1, 0", expect = ACCEPTABLE, desc = "completed by one of its two tries")
  @Outcome(id = "false, 1, 1, 0", expect = ACCEPTABLE, desc = "completed by the check")
  @State
  public static class WatchCheck {
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

  @JCStressTest
  @Description(
      "An operation is put in while the purgatory is closed. Outcome: accepted?, "
          + "expirations, completions, kept.")
  @Outcome(id = "true, 0, 1, 0", expect = ACCEPTABLE, desc = "accepted, and completed by closing")
  @Outcome(id = "false, 0, 0, 0", expect = ACCEPTABLE, desc = "rejected")
  @State
  public static class WatchClose {
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

  @JCStressTest
  @Description(
      "An operation is put in as the last one under its key leaves the list. Outcome: completed by "
          + "being put in?, forced the other?, completed by a later check, kept.")
  @Outcome(id = "false, true, 1, 0", expect = ACCEPTABLE, desc = "waits where the check looks")
  @State
  public static class WatchLeave {
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
}
