package io.loomwheel.soak.errors;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.loomwheel.testing.ManualClock;
import java.time.Duration;

/** What a test has run later, once or again and again, by one thread at a time. */
final class Job implements Runnable {
  /** Milliseconds from run to run. */
  static final long PERIOD = 3;

  /** The Worker that it goes to; negative for none. */
  final int lane;

  final long delayMillis;
  final boolean periodic;
  private final ManualClock clock;
  private final long dueNanos;

  /** Set once its submission has returned. */
  boolean accepted;

  /** Set before what may end it, or by what says that it has ended. */
  volatile boolean mayEnd;

  Runnable cancel = () -> {};
  volatile int ran;
  private volatile boolean early;

  Job(ManualClock clock, int lane, long delayMillis, boolean periodic) {
    this.clock = clock;
    this.lane = lane;
    this.delayMillis = delayMillis;
    this.periodic = periodic;
    this.dueNanos = clock.nanoTime() + MILLISECONDS.toNanos(Math.max(delayMillis, 0));
  }

  /** {@return the delay for who takes none but a positive one} */
  Duration delay() {
    return Duration.ofMillis(Math.max(delayMillis, 1));
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate")
  public void run() {
    ran++;
    early |= clock.nanoTime() < dueNanos;
  }

  /** {@return whether it is neither lost nor still to come, if periods are to run so often} */
  boolean isSettled(int runs) {
    return !accepted || mayEnd || ran >= (periodic ? runs : 1);
  }

  boolean isWrong() {
    return early || (!periodic && ran > 1);
  }

  @Override
  public String toString() {
    String kind = periodic ? "period" : "task";
    String state = (accepted ? "" : " not accepted") + (mayEnd ? " may end" : "");
    String runs = " ran " + ran + (early ? " early" : "");
    return kind + " of lane " + lane + " after " + delayMillis + " ms" + state + runs;
  }
}
