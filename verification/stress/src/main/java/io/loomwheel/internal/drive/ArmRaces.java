package io.loomwheel.internal.drive;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.loomwheel.internal.wheel.SlotRaces.RacedNode;
import io.loomwheel.internal.wheel.Wheel;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.ZJI_Result;

/** Nodes that are armed beside a driver, a clock or a drain. */
public final class ArmRaces {
  @JCStressTest
  @Description(
      "A node whose handle is known already is cancelled while it is linked: it lies in the inbox, "
          + "and another arm takes the lock and finds it there. Outcome: cancelled?, pending, "
          + "nodes in the wheel.")
  @Outcome(id = "true, 1, 1", expect = ACCEPTABLE, desc = "cancelled: the other node alone is left")
  @State
  public static class ArmCancel extends Rig {
    private final RacedNode node = post(100);

    @Actor
    public void link() {
      engine.arm(new RacedNode(), 100);
    }

    @Actor
    public void cancel(ZJI_Result r) {
      r.r1 = engine.cancel(node);
    }

    @Arbiter
    public void after(ZJI_Result r) {
      r.r2 = engine.pending();
      r.r3 = linked(shard);
    }
  }

  @JCStressTest
  @Description(
      "The driver is about to sleep without limit as a node is armed. Outcome: the driver, woken "
          + "by the arm at the latest.")
  @Outcome(id = "looks again, .*", expect = ACCEPTABLE, desc = "found in the driver's second check")
  @Outcome(id = "sleeps till 10, at 10", expect = ACCEPTABLE, desc = "found in its first check")
  @Outcome(id = "sleeps, at 10", expect = ACCEPTABLE, desc = "the arm wakes the driver")
  @State
  public static class ParkUnpark extends DrivenRig {
    @Actor
    public void drive(LL_Result r) {
      r.r1 = plan();
    }

    @Actor
    public void arm() {
      arm(10);
    }

    @Arbiter
    public void after(LL_Result r) {
      r.r2 = promise();
    }
  }

  @JCStressTest
  @Description(
      "The driver holds the lock as a node is armed, which may have to go into the inbox; then it "
          + "is about to sleep. Outcome: the driver, woken by the arm at the latest.")
  @Outcome(id = "looks again, .*", expect = ACCEPTABLE, desc = "found in the driver's second check")
  @Outcome(id = "sleeps till 11, at 11", expect = ACCEPTABLE, desc = "found in its first check")
  @Outcome(
      id = "sleeps till 11, at 1",
      expect = ACCEPTABLE,
      desc = "the same, but the arm has read the tick before the turn, and wakes the driver early")
  @Outcome(id = "sleeps, at 11", expect = ACCEPTABLE, desc = "the arm wakes the driver")
  @State
  public static class ParkUnparkBusy extends DrivenRig {
    {
      arm(1);
      moveTo(1);
    }

    @Actor
    public void drive(LL_Result r) {
      r.r1 = plan();
    }

    @Actor
    public void arm() {
      arm(10);
    }

    @Arbiter
    public void after(LL_Result r) {
      r.r2 = promise();
    }
  }

  @JCStressTest
  @Description(
      "The driver is about to sleep as a node is left in the inbox, from where a visit takes it. "
          + "Outcome: the driver, which whoever visits doesn't wake.")
  @Outcome(id = "looks again, .*", expect = ACCEPTABLE, desc = "found in the driver's second check")
  @Outcome(id = "sleeps till 10, at 10", expect = ACCEPTABLE, desc = "found in its first check")
  @Outcome(id = "sleeps, at 10", expect = ACCEPTABLE, desc = "the post wakes the driver")
  @State
  public static class PostVisit extends DrivenRig {
    @Actor
    public void drive(LL_Result r) {
      r.r1 = plan();
    }

    @Actor
    public void visit() {
      post(10);
      shard.sample(1);
    }

    @Arbiter
    public void after(LL_Result r) {
      r.r2 = promise();
    }
  }

  @JCStressTest
  @Description(
      "The same with a node that was brought forward without memory: it was left in the shard.")
  @Outcome(id = "looks again, .*", expect = ACCEPTABLE, desc = "found in the driver's second check")
  @Outcome(id = "sleeps till 10, at 10", expect = ACCEPTABLE, desc = "found in its first check")
  @Outcome(id = "sleeps till 0, at 0", expect = ACCEPTABLE, desc = "not at all: that has passed")
  @Outcome(id = "sleeps till 60, at 10", expect = ACCEPTABLE, desc = "the driver is woken")
  @State
  public static class LeaveVisit extends DrivenRig {
    private final RacedNode node = arm(60);

    @Actor
    public void drive(LL_Result r) {
      r.r1 = plan();
    }

    @Actor
    public void visit() {
      node.claimReschedule(10);
      shard.leave(node, shard);
      driver.wakeBy(10);
      shard.sample(1);
    }

    @Arbiter
    public void after(LL_Result r) {
      r.r2 = promise();
    }
  }

  /**
   * A rig whose driver has a thread that never runs: an actor takes its steps, up to the point
   * where it would sleep.
   */
  @SuppressWarnings("NullAway.Init") // the engine hands the driver over as it starts it
  abstract static class DrivenRig extends Rig {
    private static final VarHandle NEXT_WAKE;

    static {
      try {
        NEXT_WAKE =
            MethodHandles.privateLookupIn(Driver.class, MethodHandles.lookup())
                .findVarHandle(Driver.class, "nextWake", long.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    /** Set once, while the engine starts it. */
    Driver driver;

    DrivenRig() {
      super(true);
      engine.start();
    }

    @Override
    final Thread thread(Runnable runs) {
      driver = (Driver) runs;
      return new Thread("never started") {
        @Override
        public void start() {}
      };
    }

    /** Takes the driver through one turn, and says what it would do next. */
    final String plan() {
      long tick = driver.turnAndPlan();
      if (tick == Driver.AWAKE) {
        return "looks again";
      }
      return tick == Wheel.NEVER_TICK ? "sleeps" : "sleeps till " + tick;
    }

    /** {@return when the driver wakes, lowered only by an arm that unparks it as well} */
    final String promise() {
      long tick = (long) NEXT_WAKE.getVolatile(driver);
      return tick == Wheel.NEVER_TICK ? "never" : "at " + tick;
    }
  }
}
