package io.loomwheel.bench.timers;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.agrona.DeadlineTimerWheel;
import org.apache.kafka.server.util.timer.SystemTimer;
import org.apache.kafka.server.util.timer.SystemTimerReaper;
import org.apache.kafka.server.util.timer.Timer;
import org.apache.kafka.server.util.timer.TimerTask;

/** The peers. */
public final class PeerTimers {
  /** {@return one thread with a heap, from which the cancelled are removed} */
  static ScheduledExecutorService threadPool() {
    ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1);
    executor.setRemoveOnCancelPolicy(true);
    return executor;
  }

  /**
   * {@return a work-stealing pool that has a scheduler of its own}
   *
   * @throws UnsupportedOperationException if this JDK's has none
   */
  public static ScheduledExecutorService forkJoinPool() {
    ForkJoinPool pool = new ForkJoinPool();
    if ((Object) pool instanceof ScheduledExecutorService scheduled) {
      return scheduled;
    }
    pool.shutdown();
    throw new UnsupportedOperationException(
        "ForkJoinPool schedules from JDK 25 on, this is " + Runtime.version().feature());
  }

  /**
   * Agrona's wheel, which has no thread: whoever arms turns it. Used by one thread, unlike other
   * timers, with one task.
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

    private final DeadlineTimerWheel wheel =
        new DeadlineTimerWheel(TimeUnit.NANOSECONDS, System.nanoTime(), TICK_NANOS, TICKS);
    private Task task = Task.NONE;

    @Override
    public Object arm(Task armed, long delayNanos) {
      if (task != armed) {
        task = armed;
      }
      long now = System.nanoTime();
      while (now - wheel.currentTickTime() >= 0) {
        wheel.poll(now, this::expired, Integer.MAX_VALUE);
      }
      return wheel.scheduleTimer(now + delayNanos);
    }

    private boolean expired(TimeUnit unit, long now, long id) {
      task.run();
      return true;
    }

    @Override
    public void cancel(Object handle) {
      wheel.cancelTimer((Long) handle);
    }
  }

  /**
   * A scheduled executor of the JDK's, whose threads run the tasks, or start a virtual thread for
   * each: cheaper than an executor service that keeps track of them.
   */
  record ExecutorTimer(ScheduledExecutorService executor, boolean hands) implements BenchmarkTimer {
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the handle
    public Object arm(Task task, long delayNanos) {
      Runnable runs = hands ? () -> Thread.startVirtualThread(task) : task;
      return executor.schedule(runs, delayNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void cancel(Object handle) {
      ((Future<?>) handle).cancel(false);
    }

    @Override
    public void close() {
      executor.shutdownNow();
      executor.close(); // waits
    }
  }

  /** Netty's hashed wheel: 512 slots, no limit, no leak detection. */
  record NettyTimer(HashedWheelTimer timer) implements BenchmarkTimer {
    private static final int SLOTS = 512;

    NettyTimer(int tickMillis, Executor executor) {
      this(
          new HashedWheelTimer(
              Executors.defaultThreadFactory(),
              tickMillis,
              TimeUnit.MILLISECONDS,
              SLOTS,
              false,
              -1,
              executor));
    }

    @Override
    public Object arm(Task task, long delayNanos) {
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

  /**
   * Kafka's hierarchical wheel as a broker makes it: ticks of 1 ms, 20 slots a level, a thread that
   * advances it and one that runs tasks. Its task is the handle, so it needs one for each timeout.
   */
  static final class KafkaTimer implements BenchmarkTimer {
    private static final long MILLI_NANOS = 1_000_000;

    private final Timer timer = new SystemTimerReaper("bench-reaper", new SystemTimer("bench"));

    /** Kafka wants whole milliseconds, which are rounded up. */
    @Override
    public Object arm(Task task, long delayNanos) {
      TimerTask armed =
          new TimerTask(Math.ceilDiv(delayNanos, MILLI_NANOS)) {
            @Override
            public void run() {
              task.run();
            }
          };
      timer.add(armed);
      return armed;
    }

    @Override
    public void cancel(Object handle) {
      ((TimerTask) handle).cancel();
    }

    @Override
    public void close() {
      try {
        timer.close();
      } catch (Exception e) {
        throw new IllegalStateException("can't end Kafka's timer", e);
      }
    }
  }
}
