package io.loomwheel.bench.timers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The limit: a clock read, an allocation and two compare-and-sets, but no timer. Putting off is the
 * clock read alone.
 */
final class FloorTimer implements BenchmarkTimer {
  @Override
  public Object arm(long delayNanos) {
    Mark mark = new Mark(System.nanoTime() + delayNanos);
    Mark.STATE.compareAndSet(mark, 0, 1);
    return mark;
  }

  @Override
  public void cancel(Object handle) {
    Mark.STATE.compareAndSet((Mark) handle, 1, 2);
  }

  @Override
  public Object putOff(Object handle, long delayNanos) {
    if (System.nanoTime() == Long.MIN_VALUE) { // never, but the compiler doesn't know
      throw new IllegalStateException("the clock is broken");
    }
    return handle;
  }

  @Override
  public void close() {}

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
