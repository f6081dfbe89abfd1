package io.loomwheel.bench.timers;

import io.loomwheel.Timeout;
import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Meter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Loomwheel, and what no timer can be better than. */
final class OurTimers {
  record Loomwheel(WheelTimer timer) implements BenchmarkTimer {
    @Override
    public Object arm(Task task, long delayNanos) {
      return timer.newTimeout(task, delayNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void cancel(Object handle) {
      ((Timeout) handle).cancel();
    }

    @Override
    public Object putOff(Object handle, long delayNanos) {
      Timeout timeout = (Timeout) handle;
      return timeout.reschedule(delayNanos, TimeUnit.NANOSECONDS) ? timeout : arm(delayNanos);
    }

    @Override
    public void close() {
      timer.close();
    }
  }

  /**
   * The limit: a clock read, an allocation and two compare-and-sets, but no timer. Putting off is
   * the clock read alone.
   */
  static final class Floor implements BenchmarkTimer {
    @Override
    public Object arm(Task task, long delayNanos) {
      Mark mark = new Mark(System.nanoTime() + delayNanos);
      mark.compareAndSet(0, 1);
      return mark;
    }

    @Override
    public void cancel(Object handle) {
      ((Mark) handle).compareAndSet(1, 2);
    }

    @Override
    public Object putOff(Object handle, long delayNanos) {
      Meter.readClock();
      return handle;
    }

    @SuppressWarnings({"serial", "UnusedVariable"})
    private static final class Mark extends AtomicInteger {
      private final long deadlineNanos;

      Mark(long deadlineNanos) {
        this.deadlineNanos = deadlineNanos;
      }
    }
  }
}
