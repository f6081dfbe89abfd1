package io.loomwheel.internal.dispatch;

import io.loomwheel.internal.dispatch.Rescue.Standby;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/** Stands in for platform threads: looks and rescuers wait until the test runs them. */
final class SteppedStandby implements Standby {
  final List<Look> looks = new ArrayList<>();
  final Deque<Runnable> rescuers = new ArrayDeque<>();
  int warnings;
  boolean failing;
  private long now = Long.MAX_VALUE - 1;

  /** A look, and when it is due. */
  record Look(Runnable look, long atNanos) {}

  private void failIfTold() {
    if (failing) {
      throw new RejectedExecutionException("no thread, on purpose");
    }
  }

  @Override
  public void later(Runnable look, long nanos) {
    failIfTold();
    looks.add(new Look(look, now + nanos));
  }

  @Override
  public void rescue(Runnable rescuer) {
    failIfTold();
    rescuers.add(rescuer);
  }

  @Override
  public void warn() {
    warnings++;
  }

  @Override
  public long nanoTime() {
    return now;
  }

  /** Lets time pass, and takes the looks that are due by then. */
  void pass(int periods) {
    for (int i = 0; i < periods; i++) {
      passAtOnce(1);
    }
  }

  /** Lets time pass of which nobody sees anything until its end. */
  void passAtOnce(int periods) {
    now += periods * PERIOD_NANOS;
    List<Look> due = looks.stream().filter(look -> look.atNanos - now <= 0).toList();
    looks.removeAll(due);
    due.forEach(look -> look.look.run());
  }

  /** Runs the rescuers that were called, and those that they call. */
  void rescueAll() {
    for (Runnable rescuer; (rescuer = rescuers.poll()) != null; ) {
      rescuer.run();
    }
  }
}
