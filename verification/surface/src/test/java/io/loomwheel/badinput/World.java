package io.loomwheel.badinput;

import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where one call is made: a timer on a clock that stands still, whose tasks wait until time passes.
 * Made anew for each call.
 */
final class World implements AutoCloseable {
  /** More than any call should need; what repeats itself without end stops here. */
  private static final int MOST_RUNS = 100;

  private final ManualClock clock = new ManualClock();
  private final Queue<Runnable> due = new ConcurrentLinkedQueue<>();
  private final AtomicInteger ran = new AtomicInteger();
  private final List<AutoCloseable> toClose = new ArrayList<>();

  /** Has tasks wait until {@link #runs} is asked, or time passes. */
  final Executor executor = due::add;

  final WheelTimer timer =
      WheelTimer.builder().name("world").clock(clock).taskExecutor(executor).build();

  /** What went to RxJava's handler of errors. */
  final List<Throwable> undelivered = new ArrayList<>();

  final Runnable task = ran::incrementAndGet;
  final TimerTask timerTask = timeout -> ran.incrementAndGet();

  World() {
    RxJavaPlugins.setErrorHandler(undelivered::add);
  }

  /** {@return how often a task has run, once those have that are due now} */
  int runs() {
    for (int i = 0; i < MOST_RUNS && !due.isEmpty(); i++) {
      due.remove().run();
    }
    return ran.get();
  }

  void pass(Duration time) {
    runs();
    clock.advance(time);
    runs();
  }

  WheelTimer stopped() {
    timer.stop();
    return timer;
  }

  /** Has something closed in the end. */
  <T extends AutoCloseable> T closing(T closeable) {
    toClose.add(closeable);
    return closeable;
  }

  void stopOthers() {
    try {
      for (AutoCloseable closeable : toClose) {
        closeable.close();
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    stopOthers();
    timer.stop();
    RxJavaPlugins.reset();
  }
}
