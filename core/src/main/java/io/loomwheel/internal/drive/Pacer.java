package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.Wheel;
import java.util.function.LongSupplier;

/**
 * Makes sure that the wheels are turned in time: by a thread that sleeps in between, or by a clock
 * that is moved by hand.
 */
interface Pacer {
  /** Called before a node is armed; starts the driver, if any. If it throws, nothing is armed. */
  void start();

  /** Sets what is called by the thread that has made the next tick earlier. */
  default void onEarlier(Runnable listener) {}

  /**
   * Called after a node was posted or brought forward, by the same thread, with the tick when the
   * wheels have to be turned for it, at the latest.
   */
  void wakeBy(long tick);

  /**
   * Called after a node was linked, by the same thread, as {@link #wakeBy}, with how many were
   * linked there so far. Now and then yields, if the wheels ought to have been turned before.
   * Otherwise threads that arm without a pause leave the driver no processor: what is pending, and
   * due, grows without bound. ADR 23 has the figures.
   */
  default void linked(long tick, long armed) {
    wakeBy(tick);
  }

  /** {@return the next tick, as given; a clock that is moved by hand plans for it} */
  default long plan(LongSupplier nextTick) {
    return nextTick.getAsLong();
  }

  /** Has the driver look for work now. Does nothing for a clock that is moved by hand. */
  default void wake() {}

  /**
   * Ends the turning, after every shard was closed; {@return whether a turn that was under way had
   * ended in that time}
   */
  boolean stop(long waitNanos);

  /** {@return whether the calling thread is the one that turns the wheels} */
  boolean isCurrentThread();

  /**
   * The pacer of a timer whose clock is moved by hand. The thread that moves it turns the wheels.
   */
  final class ManualPacer implements Pacer {
    /** Set once, before anything is armed; read by a thread that arms. */
    private volatile Runnable earlier = () -> {};

    /**
     * The tick that the clock has last been given, as an answer or a notice. Lowered by threads
     * that arm, set anew when the clock asks; a race notifies the listener once more.
     */
    private volatile long planned = Wheel.NEVER_TICK;

    @Override
    public void start() {}

    @Override
    public void onEarlier(Runnable listener) {
      earlier = listener;
    }

    @Override
    public void wakeBy(long tick) {
      if (tick < planned) {
        planned = tick;
        try {
          earlier.run();
        } catch (Throwable failure) {
          planned = Wheel.NEVER_TICK; // not notified: the next thread must do it
          throw failure;
        }
      }
    }

    @Override
    public long plan(LongSupplier nextTick) {
      planned = Wheel.NEVER_TICK; // a thread that arms now notifies, maybe once too often
      long tick = nextTick.getAsLong();
      planned = Math.min(planned, tick);
      return tick;
    }

    @Override
    public boolean stop(long waitNanos) {
      return true;
    }

    @Override
    public boolean isCurrentThread() {
      return false;
    }
  }
}
