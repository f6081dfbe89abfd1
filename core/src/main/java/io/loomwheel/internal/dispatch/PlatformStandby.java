package io.loomwheel.internal.dispatch;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One daemon thread that looks at the busy relays, and daemon threads that run rescued tasks. All
 * end after some seconds without work, and hold no relay while idle, so that they keep no class
 * loader of an application.
 */
final class PlatformStandby implements Standby {
  static final Standby INSTANCE = new PlatformStandby();

  private static final long IDLE_SECONDS = 5;
  private static final long WARNING_PAUSE_NANOS = 60_000_000_000L;

  private final ScheduledThreadPoolExecutor watch =
      new ScheduledThreadPoolExecutor(1, daemons("loomwheel-watch"));

  /** Without a limit: each relay has a limit of its own. */
  private final ThreadPoolExecutor rescuers =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          SECONDS,
          new SynchronousQueue<>(),
          daemons("loomwheel-rescue"));

  /** When the next warning may be logged; raised by compare-and-set by the thread that does. */
  private final AtomicLong nextWarning = new AtomicLong(System.nanoTime());

  private PlatformStandby() {
    watch.setKeepAliveTime(IDLE_SECONDS, SECONDS);
    watch.allowCoreThreadTimeOut(true);
  }

  private static ThreadFactory daemons(String name) {
    ThreadFactory threads =
        Thread.ofPlatform().name(name).daemon().inheritInheritableThreadLocals(false).factory();
    return work -> {
      Thread thread = threads.newThread(work);
      thread.setContextClassLoader(PlatformStandby.class.getClassLoader());
      return thread;
    };
  }

  @Override
  public void later(Runnable look, long nanos) {
    Object unused = watch.schedule(look, nanos, NANOSECONDS);
  }

  @Override
  public void rescue(Runnable rescuer) {
    rescuers.execute(rescuer);
  }

  @Override
  public void warn() {
    long now = System.nanoTime();
    long next = nextWarning.get();
    if (now - next >= 0 && nextWarning.compareAndSet(next, now + WARNING_PAUSE_NANOS)) {
      rescuers.execute(Log::warn);
    }
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  /** Loads the log's classes only when there is something to log. */
  private static final class Log {
    private static final Logger RELAY = LoggerFactory.getLogger("io.loomwheel.dispatch.Relay");

    static void warn() {
      RELAY.warn(
          "Virtual threads don't begin in time: others hold all carriers, or the machine is busy;"
              + " platform threads help out");
    }
  }
}
