package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.Task;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * A timer of one thread's, and how long each call of it took. Wall time, so that waiting for a lock
 * counts. Of a long call the time is taken away in which the thread could have run but had no CPU;
 * calls in which a garbage collection ended are left out. Both are the machine's and the heap's
 * doing.
 */
final class TimedCalls implements BenchmarkTimer {
  /** Shorter calls are taken as they are: a check costs some microseconds. */
  private static final long LONG_NANOS = 10_000;

  private static final double NANOS_PER_MICRO = 1e3;
  private static final List<GarbageCollectorMXBean> COLLECTORS =
      ManagementFactory.getGarbageCollectorMXBeans();

  private final BenchmarkTimer timer;
  private long longestArm;
  private long longestCancel;
  private long longestMove;
  private long waitedNanos;
  private long collections;
  private int leftOut;

  TimedCalls(BenchmarkTimer timer) {
    this.timer = timer;
  }

  @Override
  public Object arm(Task task, long delayNanos) {
    long start = System.nanoTime();
    Object handle = timer.arm(task, delayNanos);
    longestArm = Math.max(longestArm, own(System.nanoTime() - start));
    return handle;
  }

  @Override
  public void cancel(Object handle) {
    long start = System.nanoTime();
    timer.cancel(handle);
    longestCancel = Math.max(longestCancel, own(System.nanoTime() - start));
  }

  @Override
  public Object putOff(Object handle, long delayNanos) {
    long start = System.nanoTime();
    Object moved = timer.putOff(handle, delayNanos);
    longestMove = Math.max(longestMove, own(System.nanoTime() - start));
    return moved;
  }

  /** {@return what of a call's time the machine and the heap are not to blame for} */
  private long own(long callNanos) {
    if (callNanos < LONG_NANOS) {
      return callNanos;
    }
    long waitedBefore = waitedNanos;
    long collectionsBefore = collections;
    look();
    if (collections != collectionsBefore) {
      leftOut++;
      return 0;
    }
    return Math.max(0, callNanos - (waitedNanos - waitedBefore));
  }

  /** Reads how long the thread has waited for a CPU, and how often the heap was collected. */
  void look() {
    try {
      waitedNanos = Threads.waitedNanos();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    collections = COLLECTORS.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
  }

  /** {@return the round, with the longest call of each kind} */
  Round on(Round round) {
    return round
        .with("arm max µs", longestArm / NANOS_PER_MICRO)
        .with("cancel max µs", longestCancel / NANOS_PER_MICRO)
        .with("reschedule max µs", longestMove / NANOS_PER_MICRO)
        .with("left out", leftOut);
  }
}
