package io.loomwheel.hangwatch;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.junit.platform.launcher.TestPlan;

/**
 * Prints the stacks of all threads, virtual ones too, when a test has taken three quarters of what
 * JUnit lets it take. The test goes on: what ends it is its timeout, by an interrupt.
 *
 * <p>It also ends the JVM, after all stacks, when the time is up that the build gives to a JVM of
 * tests: a test that ignores its interrupt would keep it, and Surefire only reports that.
 * Thread-safe.
 */
public final class HangWatch implements TestExecutionListener {
  /** What Surefire tells the JVM of tests about its own bound. */
  static final String BOUND = "loomwheel.fork.seconds";

  static final String TEST_TIMEOUT = "junit.jupiter.execution.timeout.testable.method.default";

  /** Of a test, where nothing is configured, as in an IDE. */
  private static final Duration USUAL = Duration.ofMinutes(2);

  /** How long Surefire has to say first what it has to say. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  /** The exit code of a JVM that was ended because it hung. */
  static final int HUNG = 86;

  private final Consumer<? super String> printer;
  private final Map<String, Future<?>> watches = new ConcurrentHashMap<>();
  private final ScheduledThreadPoolExecutor watcher;

  /** Written before the first test, by the thread that starts it. */
  private Duration limit = ofTimeout(USUAL);

  /** Makes a watch that prints to the error stream. */
  public HangWatch() {
    this(System.err::println);
    Long bound = Long.getLong(BOUND);
    if (bound != null) {
      endAfter(Duration.ofSeconds(bound).plus(GRACE), () -> Runtime.getRuntime().halt(HUNG));
    }
  }

  HangWatch(Consumer<? super String> printer) {
    this.printer = printer;
    watcher =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("hang-watch").factory());
    watcher.setRemoveOnCancelPolicy(true);
  }

  HangWatch(Duration limit, Consumer<? super String> printer) {
    this(printer);
    this.limit = limit;
  }

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    plan.getConfigurationParameters()
        .get(TEST_TIMEOUT)
        .ifPresent(timeout -> limit = ofTimeout(seconds(timeout)));
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (test.isTest()) {
      Duration until = limit;
      watches.put(
          test.getUniqueId(),
          watcher.schedule(() -> print(test, until), until.toMillis(), TimeUnit.MILLISECONDS));
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

  /** {@return after what time a test prints} */
  Duration limit() {
    return limit;
  }

  void endAfter(Duration bound, Runnable halt) {
    Future<?> unused =
        watcher.schedule(() -> end(bound, halt), bound.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Ours are all written as {@code 120s}. */
  private static Duration seconds(String timeout) {
    return Duration.parse("PT" + timeout.replace(" ", ""));
  }

  private static Duration ofTimeout(Duration timeout) {
    return timeout.multipliedBy(3).dividedBy(4);
  }

  private void print(TestIdentifier test, Duration after) {
    printer.accept(
        "HANGS: "
            + test.getUniqueId()
            + " has run for "
            + after.toSeconds()
            + " s; all threads:\n"
            + Stacks.ofAllThreads());
  }

  private void end(Duration bound, Runnable halt) {
    try {
      printer.accept(
          "HANGS: the tests of this JVM have run for "
              + bound.toSeconds()
              + " s, and it is ended. Running: "
              + watches.keySet()
              + "; all threads:\n"
              + Stacks.ofAllThreads());
    } finally {
      halt.run();
    }
  }

  /** What jcmd's Thread.dump_to_file writes, as text. */
  static final class Stacks {
    /** {@return the stacks of all threads, or why there are none} */
    static String ofAllThreads() {
      try {
        Path dir = Files.createTempDirectory("stacks");
        Path file = dir.resolve("threads.txt"); // must not exist
        try {
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
              .dumpThreads(file.toAbsolutePath().toString(), ThreadDumpFormat.TEXT_PLAIN);
          return Files.readString(file);
        } finally {
          Files.deleteIfExists(file);
          Files.delete(dir);
        }
      } catch (IOException | RuntimeException e) {
        return "no stacks: " + e;
      }
    }
  }
}
