package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.Wheel;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Has the wheels turned in time, by one thread. It sleeps until the next tick that has something to
 * do, or without limit if there is none. A driver without a thread is for a clock that is moved by
 * hand: the thread that moves it turns the wheels.
 *
 * <p><b>No wake-up is lost:</b> either a producer finds its tick to be before the planned wake-up
 * and unparks, or the driver finds the producer's tick and doesn't sleep. {@code
 * docs/design/orders.md} has the pair. An unpark before the park makes that return at once.
 */
final class Driver implements Runnable {
  /** {@link #nextWake} while the driver is awake: it will look again before it sleeps. */
  static final long AWAKE = Long.MIN_VALUE;

  static final long PAUSE_NANOS = 10_000_000;

  /** The driver is late when something has been due for longer. */
  private static final long LATE_NANOS = 4_000_000;

  /** Then one arm in so many yields. A power of two. */
  private static final int YIELD_EVERY = 64;

  private static final AtomicLongFieldUpdater<Driver> NEXT_WAKE =
      AtomicLongFieldUpdater.newUpdater(Driver.class, "nextWake");

  private final ExpiryPass expiry;

  /** Null if the clock is moved by hand. */
  private final @Nullable ThreadFactory threads;

  private final long longestSleepNanos;

  /** Wakes the thread, if there is one. A test may do something else. */
  Runnable wakeUp = () -> LockSupport.unpark(this.thread);

  /**
   * The tick that the driver has promised to wake for, {@link #AWAKE}, or never. May be too early,
   * never too late.
   */
  private volatile long nextWake = Wheel.NEVER_TICK;

  /** Null until it was started: no one relies on a thread that could not be. */
  volatile @Nullable Thread thread;

  Driver(ExpiryPass expiry, @Nullable ThreadFactory threads, long longestSleepNanos) {
    this.expiry = expiry;
    this.threads = threads;
    this.longestSleepNanos = longestSleepNanos;
  }

  /** Called before a node is armed; starts the thread, if any. If it throws, nothing is armed. */
  void start() {
    if (thread == null && threads != null && !expiry.shards.closed) {
      Thread made = threads.newThread(this); // user code, which may come here again
      if (made == null) {
        throw new IllegalStateException("the thread factory must not return null");
      }
      startFirst(made);
    }
  }

  /** Starts a thread unless another was started meanwhile: then it is of no use. */
  private synchronized void startFirst(Thread made) {
    if (thread == null && !expiry.shards.closed) {
      if (made.getState() != Thread.State.NEW) {
        throw new IllegalStateException(
            "the thread factory must not start the thread that it returns: " + made.getName());
      }
      made.start();
      thread = made;
    }
  }

  /** {@return the thread that drives, if any} Waits for the end of its start. */
  private synchronized @Nullable Thread started() {
    return thread;
  }

  /**
   * Called after a node was linked, posted or brought forward, by the same thread, with the tick
   * when the wheels have to be turned for it, at the latest.
   */
  void wakeBy(long tick) {
    long planned;
    while (tick < (planned = nextWake)) {
      Callbacks.requireStack(20); // once the plan has changed, others count on this
      if (NEXT_WAKE.compareAndSet(this, planned, tick)) {
        try {
          wakeUp.run();
        } catch (Throwable failure) {
          nextWake = Wheel.NEVER_TICK; // not woken: the next producer must do it
          throw failure;
        }
        return;
      }
    }
  }

  /**
   * Called after a node was linked, as {@link #wakeBy}, with how many were linked there so far. Now
   * and then yields, if the wheels ought to have been turned before (ADR 23).
   */
  void linked(long tick, long armed) {
    if (tick < nextWake) {
      wakeBy(tick);
    }
    if ((armed & (YIELD_EVERY - 1)) == 0
        && threads != null
        && expiry.time.nanosUntil(tick) < -LATE_NANOS) {
      Callbacks.giveWay();
    }
  }

  /** Does nothing on a thread that the factory, or someone else, has started on its own. */
  @Override
  public void run() {
    if (started() != Thread.currentThread()) {
      return;
    }
    Callbacks.giveWay(); // to the starter, which arms and may wait 2 to 5 ms: to prepare takes 10
    expiry.prepare();
    long atLeast = 0;
    while (!expiry.shards.closed || expiry.expired.size() > 0) {
      try {
        long tick = turnAndPlan();
        if (tick != AWAKE) {
          atLeast = sleepUntil(tick, atLeast);
        }
      } catch (Throwable t) {
        expiry.failed(t); // for example, what a clock throws
        pause();
      }
    }
  }

  /**
   * Does the driver's work between two sleeps. A method, so that tests can check the races for its
   * wake-up without a thread that sleeps. {@return the tick until which it may sleep now, or {@link
   * #AWAKE} if it has to look again}
   */
  long turnAndPlan() {
    nextWake = AWAKE;
    boolean well = false;
    try {
      well = expiry.run();
    } catch (Throwable t) {
      // only stop ends the driver
    }
    long tick = expiry.nextTick();
    nextWake = tick;
    if (!well) {
      pause();
      return AWAKE;
    }
    return expiry.shards.closed || expiry.isDue(tick) ? AWAKE : tick;
  }

  /**
   * Sleeps, at least so long unless it is woken; {@return how long at least the next time} While
   * the clock stands still, as one whose readings are far apart does, the driver would spin until
   * the next tick. So each time is twice as long, from a tick to 10 ms: the driver comes late by a
   * tick, or as long as the clock has stood still. Zero once it has moved, or a producer has woken
   * the driver.
   */
  long sleepUntil(long tick, long atLeast) {
    TickClock time = expiry.time;
    boolean standsStill = false;
    if (tick == Wheel.NEVER_TICK) {
      LockSupport.park(this);
    } else {
      long now = time.now();
      long nanos = Math.max(atLeast, Math.min(time.nanosOf(tick) - now, longestSleepNanos));
      if (nanos > 0) {
        LockSupport.parkNanos(this, nanos);
        standsStill = nextWake == tick && time.now() == now;
      }
    }
    Thread.interrupted(); // clears the flag; otherwise park would return at once
    return standsStill ? Math.min(Math.max(2 * atLeast, time.tickNanos()), PAUSE_NANOS) : 0;
  }

  /**
   * Waits after a failure for lack of memory. Needs none; clears the interrupt flag, otherwise the
   * next pause would end at once.
   */
  private void pause() {
    try {
      LockSupport.parkNanos(this, PAUSE_NANOS);
    } catch (Throwable noMemory) { // for a virtual thread
      Callbacks.giveWay();
    }
    Thread.interrupted();
  }

  /**
   * Ends the thread, after the shards were closed. Waits so long for a turn that is under way; the
   * thread itself must not wait.
   */
  void stop(long waitNanos) {
    Thread running = started();
    if (running == null || !expiry.shards.closed) { // they aren't if the stack has overflowed
      return;
    }
    LockSupport.unpark(running);
    boolean interrupted = false;
    long end = System.nanoTime() + waitNanos;
    for (long left = waitNanos; left > 0 && running.isAlive(); left = end - System.nanoTime()) {
      try {
        running.join(Duration.ofNanos(left));
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
