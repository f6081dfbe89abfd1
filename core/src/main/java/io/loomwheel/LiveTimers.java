package io.loomwheel;

import io.loomwheel.drive.Engine;
import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the timers of this JVM: ends and reports those that were forgotten, and warns once if
 * there are suspiciously many.
 *
 * <p>A timer with pending timeouts is never forgotten: they hold it. Thread-safe.
 */
final class LiveTimers {
  /**
   * One timer serves a whole application; a growing number means one for each request or client.
   */
  private static final int MANY = 64;

  private static final Logger LOG = LoggerFactory.getLogger(WheelTimer.class);
  private static final Cleaner CLEANER = Cleaner.create();
  private static final AtomicInteger LIVE = new AtomicInteger();
  private static final AtomicBoolean WARNED = new AtomicBoolean();

  private LiveTimers() {}

  /** Watches a timer until it is stopped, which cleans what this returns, or forgotten. */
  static Cleaner.Cleanable watch(
      WheelTimer timer, String name, Engine engine, boolean rememberWhere) {
    int live = LIVE.incrementAndGet();
    if (live > MANY && WARNED.compareAndSet(false, true)) {
      LOG.warn(
          "{} timers are live, each with a thread of its own; WheelTimer.shared() serves most needs",
          live);
    }
    Throwable made = rememberWhere ? new Throwable("timer '" + name + "' was made here") : null;
    return CLEANER.register(timer, new End(name, engine, made));
  }

  /** Runs once: after the stop of the timer, or when nobody can reach it any more. */
  private record End(String name, Engine engine, @Nullable Throwable made) implements Runnable {
    @Override
    public void run() {
      LIVE.decrementAndGet();
      if (engine.isStarted() && !engine.isStopped()) {
        LOG.warn("Timer '{}' was forgotten without stop(); ending its thread", name, made);
      }
      engine.stop(0);
    }
  }
}
