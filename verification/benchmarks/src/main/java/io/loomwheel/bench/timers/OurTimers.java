package io.loomwheel.bench.timers;

import io.loomwheel.Timeout;
import io.loomwheel.WheelTimer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

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
    public Object putOff(Object handle, Task task, long delayNanos) {
      Timeout timeout = (Timeout) handle;
      return timeout.reschedule(delayNanos, TimeUnit.NANOSECONDS) ? timeout : arm(task, delayNanos);
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
      Mark.STATE.compareAndSet(mark, 0, 1);
      return mark;
    }

    @Override
    public void cancel(Object handle) {
      Mark.STATE.compareAndSet((Mark) handle, 1, 2);
    }

    @Override
    public Object putOff(Object handle, Task task, long delayNanos) {
      if (System.nanoTime() == Long.MIN_VALUE) { // never, but the compiler doesn't know
        throw new IllegalStateException("the clock is broken");
      }
      return handle;
    }

    @SuppressWarnings({"unused", "UnusedVariable"})
    private static final class Mark {
      static final VarHandle STATE;

      static {
        try {
          STATE = MethodHandles.lookup().findVarHandle(Mark.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
          throw new ExceptionInInitializerError(e);
        }
      }

      private final long deadlineNanos;
      private volatile int state;

      Mark(long deadlineNanos) {
        this.deadlineNanos = deadlineNanos;
      }
    }
  }
}
