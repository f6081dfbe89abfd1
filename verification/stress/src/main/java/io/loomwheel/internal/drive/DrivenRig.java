package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.Wheel;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A rig whose driver has a thread that never runs: an actor takes its steps, up to the point where
 * it would sleep.
 */
@SuppressWarnings("NullAway.Init") // the engine hands the driver over as it starts it
final class DrivenRig {
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

  private final Rig rig = new Rig(this::capture);

  /** Set once, while the engine starts it. */
  private Driver driver;

  DrivenRig() {
    rig.engine.start();
  }

  private Thread capture(Runnable runs) {
    driver = (Driver) runs;
    return new Thread("never started") {
      @Override
      public void start() {}
    };
  }

  void moveTo(long nanos) {
    rig.moveTo(nanos);
  }

  void arm(long delayNanos) {
    rig.arm(delayNanos);
  }

  /** Takes the driver through one turn, and says what it would do next. */
  String plan() {
    long tick = driver.turnAndPlan();
    if (tick == Driver.AWAKE) {
      return "looks again";
    }
    return tick == Wheel.NEVER_TICK ? "sleeps" : "sleeps till " + tick;
  }

  /** {@return when the driver wakes, lowered only by an arm that unparks it as well} */
  String promise() {
    long tick = (long) NEXT_WAKE.getVolatile(driver);
    return tick == Wheel.NEVER_TICK ? "never" : "at " + tick;
  }
}
