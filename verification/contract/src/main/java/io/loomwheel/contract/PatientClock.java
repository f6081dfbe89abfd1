package io.loomwheel.contract;

import io.loomwheel.SteppedClock;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A manual clock that waits at each deadline on its way until all that was due there has run, on
 * whatever threads; so that a test is as exact as where tasks run on its own thread.
 */
public final class PatientClock implements SteppedClock {
  private final ManualClock clock = new ManualClock();
  private final List<Wheels> attached = new CopyOnWriteArrayList<>();
  private final Runnable settle;

  PatientClock(Runnable settle) {
    this.settle = settle;
  }

  @Override
  public long nanoTime() {
    return clock.nanoTime();
  }

  /** Moves the clock on. A task may do so too, but then nobody waits for it. */
  public void advance(Duration by) {
    long end = clock.nanoTime() + by.toNanos();
    settle.run();
    for (long left; (left = end - clock.nanoTime()) >= 0 && nanosToNextExpiry() <= left; ) {
      clock.advance(Duration.ofNanos(nanosToNextExpiry()));
      settle.run();
    }
    if (end - clock.nanoTime() > 0) { // otherwise a task has moved the clock further
      clock.advanceTo(end);
    }
  }

  /** Waits until what is due and what has no delay has run. */
  public void settle() {
    settle.run();
  }

  private long nanosToNextExpiry() {
    long first = Long.MAX_VALUE;
    for (Wheels wheels : attached) {
      OptionalLong next = wheels.nanosToNextExpiry();
      first = Math.min(first, next.orElse(Long.MAX_VALUE));
    }
    return first;
  }

  @Override
  public void attach(Wheels wheels) {
    attached.add(wheels);
    clock.attach(wheels);
  }

  @Override
  public void detach(Wheels wheels) {
    attached.remove(wheels);
    clock.detach(wheels);
  }
}
