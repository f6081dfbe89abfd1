package io.loomwheel.bench.timers;

import java.util.concurrent.TimeUnit;

/**
 * A task that notes when it ran. Set by the thread that arms, run by any thread, once; read when
 * {@link #isDone}.
 */
public final class RecordedTask extends Task {
  private final long blockMillis;
  private long dueNanos;
  private long lateNanos;
  private long doneNanos;

  /** Written last by the thread that runs; read by the one that waits for all. */
  private volatile boolean done;

  /**
   * Makes a task.
   *
   * @param blockMillis how long it blocks, not at all if 0
   */
  public RecordedTask(long blockMillis) {
    this.blockMillis = blockMillis;
  }

  /** Says when this is due, on the clock of {@link System#nanoTime}. Called before it is armed. */
  public void due(long nanos) {
    dueNanos = nanos;
  }

  @Override
  public void run() {
    lateNanos = System.nanoTime() - dueNanos;
    if (blockMillis > 0) {
      try {
        TimeUnit.MILLISECONDS.sleep(blockMillis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    doneNanos = System.nanoTime();
    done = true;
  }

  /** {@return whether it has run} */
  public boolean isDone() {
    return done;
  }

  /** {@return how long after it was due it ran; negative if too early} */
  public long lateNanos() {
    return lateNanos;
  }

  /** {@return when it was done, on the clock of {@link System#nanoTime}} */
  public long doneNanos() {
    return doneNanos;
  }
}
