package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.Wheel;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that turns the wheels. It sleeps until the next tick that has something to do, or
 * without limit if there is none.
 *
 * <p><b>No wake-up is lost.</b> A producer lowers a shard's next tick (or finds it low enough, or
 * posts into its inbox) and then reads {@link #nextWake}; the driver writes {@link #nextWake} and
 * then reads every shard's next tick and inbox. All four are sequentially consistent, so at least
 * one of the two sees the other: either the producer finds its tick to be before the planned
 * wake-up and unparks, or the driver finds the producer's tick and doesn't sleep. The same holds
 * for a thread that cancels, counts empty cells and asks for a sweep. An unpark before the park
 * makes that park return at once.
 */
final class Driver implements Pacer, Runnable {
  /** {@link #nextWake} while the driver is awake: it will look again before it sleeps. */
  static final long AWAKE = Long.MIN_VALUE;

  private static final long PAUSE_NANOS = 10_000_000;

  /** The driver is late when something has been due for longer. */
  private static final long LATE_NANOS = 4_000_000;

  /** Then one arm in so many yields. A power of two. */
  private static final int YIELD_EVERY = 64;

  private static final AtomicLongFieldUpdater<Driver> NEXT_WAKE =
      AtomicLongFieldUpdater.newUpdater(Driver.class, "nextWake");

  private final ExpiryPass expiry;
  private final ThreadFactory threads;
  private final long longestSleepNanos;

  /**
   * The reading of the clock before the last sleep. If it is the same afterwards, the clock stands
   * still, and the driver would spin until the next tick. Used by the driver only.
   */
  private long sleptAt = -1;

  /**
   * The tick that the driver has promised to wake for, {@link #AWAKE}, or never. Raised by the
   * driver, lowered by producers by compare-and-set; may be too early, never too late. A producer
   * that could not unpark the driver raises it to never, so that the next producer does.
   */
  private volatile long nextWake = Wheel.NEVER_TICK;

  /**
   * The one thread that drives. Null until the driver starts; set once, under this object's monitor
   * and after its start, so that no one relies on a thread that could not be started.
   */
  private volatile @Nullable Thread thread;

  /** Set once by stop; read by the driver before each sleep. */
  private volatile boolean stopping;

  Driver(ExpiryPass expiry, ThreadFactory threads, long longestSleepNanos) {
    this.expiry = expiry;
    this.threads = threads;
    this.longestSleepNanos = longestSleepNanos;
  }

  @Override
  public void start() {
    if (thread == null && !stopping) {
      Thread made = threads.newThread(this); // user code, which may come here again
      if (made == null) {
        throw new IllegalStateException("the thread factory made no thread: " + threads);
      }
      startFirst(made);
    }
  }

  /** Starts a thread unless another was started meanwhile: then it is of no use. */
  private synchronized void startFirst(Thread made) {
    if (thread == null && !stopping) {
      if (made.getState() != Thread.State.NEW) {
        throw new IllegalStateException(
            "the thread factory must not start the thread that it returns: " + made.getName());
      }
      made.start();
      thread = made;
    }
  }

  /** {@return whether the calling thread is to drive} Waits for the end of its start. */
  private synchronized boolean isMine() {
    return isCurrentThread();
  }

  @Override
  public void wakeBy(long tick) {
    long planned = nextWake;
    while (tick < planned) {
      if (NEXT_WAKE.compareAndSet(this, planned, tick)) {
        try {
          LockSupport.unpark(thread);
        } catch (Throwable overflow) {
          nextWake = Wheel.NEVER_TICK; // not woken: the next producer must do it
          throw overflow;
        }
        return;
      }
      planned = nextWake;
    }
  }

  @Override
  public void linked(long tick, long armed) {
    if (tick < nextWake) {
      wakeBy(tick);
    }
    if ((armed & (YIELD_EVERY - 1)) == 0) {
      yieldIfLate(tick);
    }
  }

  private void yieldIfLate(long tick) {
    if (expiry.time.nanosUntil(tick) < -LATE_NANOS) {
      try {
        Thread.yield();
      } catch (Throwable noMemory) {
        // unmounting a virtual thread takes some; the node is linked all the same
      }
    }
  }

  @Override
  public void wake() {
    wakeBy(-1); // before every tick
  }

  /** Does nothing on a thread that the factory, or someone else, has started on its own. */
  @Override
  public void run() {
    if (!isMine()) {
      return;
    }
    yieldToTheStarter();
    expiry.prepare();
    while (!stopping || expiry.hasFired()) {
      try {
        long tick = turnAndPlan();
        if (tick != AWAKE) {
          sleepUntil(tick);
        }
      } catch (Throwable t) {
        expiry.failed(t); // for example, what a clock throws
        pause();
      }
    }
  }

  /**
   * Yields to the thread that has started this one and is about to arm. Without it that thread may
   * wait for 2 to 5 ms, because to prepare takes 10 ms of a core.
   */
  private static void yieldToTheStarter() {
    Thread.yield();
  }

  /**
   * Does the driver's work between two sleeps. A method, so that tests can check the races for its
   * wake-up without a thread that sleeps.
   *
   * @return the tick until which it may sleep now, or {@link #AWAKE} if it has to look again
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
    return stopping || expiry.isDue(tick) ? AWAKE : tick;
  }

  private void sleepUntil(long tick) {
    if (tick == Wheel.NEVER_TICK) {
      LockSupport.park(this);
    } else {
      long now = expiry.time.now();
      long nanos = Math.min(expiry.time.nanosOf(tick) - now, longestSleepNanos);
      if (now == sleptAt) {
        nanos = Math.max(nanos, PAUSE_NANOS);
      }
      sleptAt = now;
      if (nanos > 0) {
        LockSupport.parkNanos(this, nanos);
      }
    }
    Thread.interrupted(); // clears the flag; otherwise park would return at once
  }

  /**
   * Waits after a failure for lack of memory. Needs none; clears the interrupt flag, otherwise the
   * next pause would end at once.
   */
  private void pause() {
    LockSupport.parkNanos(this, PAUSE_NANOS);
    Thread.interrupted();
  }

  @Override
  public boolean stop(long waitNanos) {
    Thread running;
    synchronized (this) {
      stopping = true;
      running = thread;
    }
    if (running == null) {
      return true;
    }
    LockSupport.unpark(running);
    if (running == Thread.currentThread()) {
      return false;
    }
    boolean interrupted = false;
    long end = System.nanoTime() + waitNanos;
    long left = waitNanos;
    while (running.isAlive() && left > 0) {
      try {
        running.join(left / 1_000_000, (int) (left % 1_000_000));
      } catch (InterruptedException e) {
        interrupted = true;
      }
      left = end - System.nanoTime();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return !running.isAlive();
  }

  @Override
  public boolean isCurrentThread() {
    return thread == Thread.currentThread();
  }
}
