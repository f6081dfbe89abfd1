package io.loomwheel;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** A clock for the real driver that runs, stands still, leaps or steps back as the test says. */
final class SteppingClock implements NanoClock {
  /**
   * A reading is this value, added to the JVM's time unless the clock stands still. One object, so
   * that no thread reads the value of a standing clock as that of a running one.
   */
  private record State(boolean isStanding, long value) {}

  private final AtomicReference<State> state = new AtomicReference<>(new State(false, 0));
  private final AtomicLong driverReads = new AtomicLong();

  @Override
  public long nanoTime() {
    if (Thread.currentThread().getName().equals("stepping-driver")) {
      driverReads.incrementAndGet();
    }
    State now = state.get();
    return now.isStanding ? now.value : System.nanoTime() + now.value;
  }

  void standStill() {
    state.updateAndGet(before -> new State(true, System.nanoTime() + before.value));
  }

  void move(long nanos) {
    state.updateAndGet(before -> new State(before.isStanding, before.value + nanos));
  }

  /** {@return how often the driver of a timer named "stepping" has read the time} */
  long driverReads() {
    return driverReads.get();
  }
}
