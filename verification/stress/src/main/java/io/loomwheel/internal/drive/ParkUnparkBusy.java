package io.loomwheel.internal.drive;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

@JCStressTest
@Description(
    "The driver holds the lock as a node is armed, which may have to go into the inbox; "
        + "then it is about to sleep. Outcome: the driver, woken by the arm at the latest.")
@Outcome(
    id = "looks again, .*",
    expect = ACCEPTABLE,
    desc = "the driver found the node in its second check")
@Outcome(
    id = "sleeps till 11, at 11",
    expect = ACCEPTABLE,
    desc = "the driver found the node in its first check")
@Outcome(
    id = "sleeps till 11, at 1",
    expect = ACCEPTABLE,
    desc = "the same, but the arm has read the tick before the turn, and wakes the driver early")
@Outcome(id = "sleeps, at 11", expect = ACCEPTABLE, desc = "the arm wakes the driver")
@Outcome(id = "sleeps, never", expect = FORBIDDEN, desc = "lost wake-up")
@State
public class ParkUnparkBusy {
  private final DrivenRig rig = new DrivenRig();

  {
    rig.arm(1);
    rig.moveTo(1);
  }

  @Actor
  public void drive(LL_Result r) {
    r.r1 = rig.plan();
  }

  @Actor
  public void arm() {
    rig.arm(10);
  }

  @Arbiter
  public void after(LL_Result r) {
    r.r2 = rig.promise();
  }
}
