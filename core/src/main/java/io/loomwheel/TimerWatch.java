package io.loomwheel;

import io.loomwheel.internal.drive.Engine;
import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches a timer from the start of its thread, and ends and reports it if it is forgotten. A timer
 * with pending timeouts is never forgotten: they hold it.
 *
 * <p>Makes the driver thread as well, because that is where the watch begins. A timer that never
 * starts is not watched: it has nothing to end, and the thread of the {@link Cleaner} would keep
 * its class loader.
 */
final class TimerWatch implements ThreadFactory {
  private static final Logger LOG = LoggerFactory.getLogger(WheelTimer.class);

  private final String name;

  /** Null means a daemon named after the timer. */
  private final @Nullable ThreadFactory threads;

  private final @Nullable ClassLoader loader;

  private final WeakReference<WheelTimer> timer;

  /** Null unless a forgotten timer is to be reported. */
  private final @Nullable Throwable made;

  /** Set once, right after the engine was made. */
  private @Nullable Engine engine;

  /** Null until the thread is made. Written and read under this object's monitor. */
  private Cleaner.@Nullable Cleanable end;

  private int number;

  TimerWatch(WheelTimer timer, TimerSettings settings) {
    this.name = settings.name();
    this.threads = settings.threads();
    this.loader = settings.loader();
    this.timer = new WeakReference<>(timer);
    this.made =
        settings.leakDetection() ? new Throwable("timer '" + name + "' was made here") : null;
  }

  void watches(Engine engine) {
    this.engine = engine;
    Objects.requireNonNull(Janitor.CLEANER); // made with the first timer, not with its first arm
  }

  @Override
  public @Nullable Thread newThread(Runnable driver) {
    begin();
    return threads == null
        ? Daemons.unstarted(threadName(), loader, driver)
        : threads.newThread(driver);
  }

  /** Linking a + takes milliseconds, which the first arm would wait for. */
  private String threadName() {
    String thread = name.concat("-driver");
    return number == 1 ? thread : thread.concat("-").concat(Integer.toString(number));
  }

  /** Does nothing the second time, after a thread that could not be started. */
  private synchronized void begin() {
    WheelTimer watched = timer.get();
    if (end == null && watched != null && engine != null) {
      number = LiveTimers.begin(name);
      end = Janitor.CLEANER.register(watched, new Ending(name, number, engine, made));
    }
  }

  /** Ends the watch, after the timer was stopped. */
  void end() {
    Cleaner.Cleanable ends;
    synchronized (this) {
      ends = end;
    }
    if (ends != null) {
      ends.clean(); // not under the monitor: it takes the driver's, under which begin is called
    }
  }

  /** Runs once: after the stop of the timer, or when nobody can reach it any more. */
  private record Ending(String name, int number, Engine engine, @Nullable Throwable made)
      implements Runnable {
    /** Logs last: that may fail, for example where the application's class loader is closed. */
    @Override
    public void run() {
      boolean forgotten = !engine.isStopped();
      engine.stop(0);
      LiveTimers.end(name, number);
      if (forgotten && made != null) {
        LOG.warn("Timer '{}' was forgotten without stop(); its thread was ended", name, made);
      }
    }
  }

  /** The thread of the cleaner is started with the first thread of a timer. */
  private static final class Janitor {
    static final Cleaner CLEANER = Cleaner.create();
  }
}
