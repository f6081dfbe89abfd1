package io.loomwheel.internal.dispatch;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * One daemon thread that looks at the busy relays, and daemon threads that run rescued tasks. All
 * end after some seconds without work, and hold no relay while idle, so that they keep no class
 * loader of an application.
 */
final class PlatformStandby implements Standby {
  static final Standby INSTANCE = new PlatformStandby();

  private static final long IDLE_SECONDS = 5;

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
    if (RescueLog.isDue()) {
      rescuers.execute(RescueLog::warn);
    }
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }
}
