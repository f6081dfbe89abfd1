package io.loomwheel.bench.timers;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.agrona.DeadlineTimerWheel;

/** The peers. */
final class PeerTimers {
  /**
   * Agrona's wheel, which has no thread: whoever arms turns it. Used by one thread, unlike other
   * timers.
   *
   * <p>An event loop that owns such a wheel reads the clock once a turn and polls whenever a tick
   * has passed. Here that is once an arm, whose deadline needs the clock anyway; so nothing that it
   * would cost its owner is left out. A poll does one tick, so as many follow as ticks have passed.
   * The handle is a {@code long}, which has to be boxed for the others' sake: an allocation that an
   * owner could do without.
   *
   * <p>A tick is the power of two nearest to a millisecond. It looks for a free place in a tick
   * from the start of that, so it gets ticks enough for ten million timeouts to leave 1,200 in
   * each.
   */
  static final class AgronaTimer implements BenchmarkTimer {
    private static final long TICK_NANOS = 1L << 20;
    private static final int TICKS = 8192;

    private final Task task;
    private final DeadlineTimerWheel wheel =
        new DeadlineTimerWheel(TimeUnit.NANOSECONDS, System.nanoTime(), TICK_NANOS, TICKS);

    AgronaTimer(Task task) {
      this.task = task;
    }

    @Override
    public Object arm(long delayNanos) {
      long now = System.nanoTime();
      turn(now);
      return wheel.scheduleTimer(now + delayNanos);
    }

    private void turn(long now) {
      while (now - wheel.currentTickTime() >= 0) {
        wheel.poll(now, this::expired, Integer.MAX_VALUE);
      }
    }

    private boolean expired(TimeUnit unit, long now, long id) {
      task.run();
      return true;
    }

    @Override
    public void cancel(Object handle) {
      wheel.cancelTimer((Long) handle);
    }

    @Override
    public void close() {}
  }

  /** A scheduled executor of the JDK's. */
  static final class ExecutorTimer implements BenchmarkTimer {
    private static final long WAIT_SECONDS = 60;

    private final Task task;
    private final ScheduledExecutorService executor;

    ExecutorTimer(Task task, ScheduledExecutorService executor) {
      this.task = task;
      this.executor = executor;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the handle
    public Object arm(long delayNanos) {
      return executor.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void cancel(Object handle) {
      ((Future<?>) handle).cancel(false);
    }

    @Override
    public void close() {
      executor.shutdownNow();
      try {
        if (!executor.awaitTermination(WAIT_SECONDS, TimeUnit.SECONDS)) {
          throw new IllegalStateException(
              "still running after " + WAIT_SECONDS + " s: " + executor);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Netty's hashed wheel: 512 slots, no leak detection. */
  static final class NettyTimer implements BenchmarkTimer {
    private static final int SLOTS = 512;

    private final Task task;
    private final HashedWheelTimer timer;

    NettyTimer(Task task, int tickMillis) {
      this.task = task;
      timer =
          new HashedWheelTimer(
              Executors.defaultThreadFactory(), tickMillis, TimeUnit.MILLISECONDS, SLOTS, false);
    }

    @Override
    public Object arm(long delayNanos) {
      return timer.newTimeout(task, delayNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void cancel(Object handle) {
      ((Timeout) handle).cancel();
    }

    @Override
    public void close() {
      timer.stop();
    }
  }
}
