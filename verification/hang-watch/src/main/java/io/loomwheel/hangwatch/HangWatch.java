package io.loomwheel.hangwatch;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Prints the stacks of all threads, virtual ones too, when a test has run for 45 seconds. The test
 * goes on: what ends it is its timeout. Thread-safe.
 */
public final class HangWatch implements TestExecutionListener {
  /** Less than a minute, and less than any timeout of ours. */
  private static final Duration LIMIT = Duration.ofSeconds(45);

  private final Duration limit;
  private final Consumer<? super String> printer;
  private final Map<String, Future<?>> watches = new ConcurrentHashMap<>();
  private final ScheduledThreadPoolExecutor watcher;

  /** Makes a watch that prints to the error stream. */
  public HangWatch() {
    this(LIMIT, System.err::println);
  }

  HangWatch(Duration limit, Consumer<? super String> printer) {
    this.limit = limit;
    this.printer = printer;
    watcher =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("hang-watch").factory());
    watcher.setRemoveOnCancelPolicy(true);
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (test.isTest()) {
      watches.put(
          test.getUniqueId(),
          watcher.schedule(() -> print(test), limit.toMillis(), TimeUnit.MILLISECONDS));
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Future<?> watch = watches.remove(test.getUniqueId());
    if (watch != null) {
      watch.cancel(false);
    }
  }

  /** {@return how many tests will print if they go on} */
  int watched() {
    return watcher.getQueue().size();
  }

  private void print(TestIdentifier test) {
    printer.accept(
        "HANGS: "
            + test.getUniqueId()
            + " has run for "
            + limit.toSeconds()
            + " s; all threads:\n"
            + Stacks.ofAllThreads());
  }
}
