package io.loomwheel;

import io.loomwheel.internal.dispatch.Daemons;
import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.internal.drive.Engine;
import java.lang.ref.Cleaner;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches a timer from the start of its thread. Ends and reports a forgotten timer: one that became
 * unreachable without a stop. Pending timeouts keep their timer reachable. Warns once if
 * suspiciously many timers of the JVM have a thread, and numbers the threads of those that have the
 * same name.
 *
 * <p>Makes the driver thread as well, because the watch begins there. A timer that never starts is
 * not watched: it has nothing to end. Thread-safe.
 */
final class TimerWatch implements ThreadFactory {
  private static final Logger LOG = LoggerFactory.getLogger(WheelTimer.class);

  static { // with the first timer: what fails as the first timeout is armed may fail for ever
    Objects.requireNonNull(TimerTimeout.RunnableTask.class);
    Daemons.mayStart();
  }

  /** One timer serves a whole application; many mean one for each request or client. */
  private static final int MANY = 64;

  /** Whether the warning was logged. The one thread whose compare-and-set sets it logs. */
  private static final AtomicBoolean WARNED = new AtomicBoolean();

  /** The names of the live timers' threads, each once. */
  private static final Set<String> THREADS = ConcurrentHashMap.newKeySet();

  private final String name;

  /** Null means a daemon named after the timer. */
  private final @Nullable ThreadFactory threads;

  private final @Nullable ClassLoader loader;

  /** Where the timer was made; null unless a forgotten timer is to be reported. */
  private final @Nullable Throwable made;

  private final CensusRecording census;

  /** Null until the thread is made. Written and read under this object's monitor. */
  private Cleaner.@Nullable Cleanable end;

  /** Set before it to one that no other live timer has. */
  private String threadName;

  TimerWatch(
      String name,
      @Nullable ThreadFactory threads,
      @Nullable ClassLoader loader,
      boolean leakDetection,
      CensusRecording census) {
    this.name = name;
    this.threadName = name;
    this.threads = threads;
    this.loader = loader;
    this.census = census;
    this.made = leakDetection ? new Throwable("timer '" + name + "' was made here") : null;
  }

  /** Called with no lock held, because the log and the factory are user code. */
  @Override
  public @Nullable Thread newThread(Runnable driver) {
    begin();
    warnOfMany();
    return threads == null
        ? Daemons.unstarted(threadName, loader, driver)
        : threads.newThread(driver);
  }

  /**
   * Begins the watch. Does nothing the second time, after a thread that could not be started, nor
   * after a stop, whose {@link #end} may have been here before.
   */
  private synchronized void begin() {
    WheelTimer watched = census.timer.get();
    if (end == null && watched != null && !watched.isStopped()) {
      Engine engine = watched.engine();
      end = Dispatcher.cleaner().register(watched, () -> end(engine)); // first: it frees the name
      threadName = freeName(name.concat("-driver")); // no +: to link it takes milliseconds
    }
  }

  private static String freeName(String first) {
    String free = first;
    for (int number = 2; !THREADS.add(free); number++) {
      free = first.concat("-").concat(Integer.toString(number));
    }
    return free;
  }

  /** Throws nothing, even if the log does: the thread is still to be made. */
  private static void warnOfMany() {
    int live = THREADS.size();
    if (live > MANY && WARNED.compareAndSet(false, true)) {
      try {
        LOG.warn(
            "{} timers are live, each with a thread of its own; WheelTimer.shared() serves most"
                + " needs",
            live);
      } catch (Throwable logFailed) {
        // a warning only
      }
    }
  }

  /** Ends the watch, after the timer was stopped. */
  void end() {
    Cleaner.Cleanable ends;
    synchronized (this) {
      ends = end;
    }
    if (ends != null) {
      ends.clean(); // not under this monitor: what it notifies is user code
    }
  }

  /**
   * Ends the timer. Runs once: after the timer was stopped, or when it is unreachable. Logs last:
   * logging may fail, for example if the application's class loader is closed.
   */
  private void end(Engine ended) {
    boolean forgotten = !ended.isStopped();
    try {
      if (forgotten) {
        ended.stop(0);
      }
    } finally {
      THREADS.remove(threadName);
      census.end();
    }
    if (forgotten && made != null) {
      LOG.warn("Timer '{}' was forgotten without stop(); its thread was ended", name, made);
    }
  }
}
