package io.loomwheel.bench.timers;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each timer has to do for the numbers to mean anything. */
class TimersTest {
  private static final Duration BOUND = Duration.ofSeconds(10);
  private static final long FIRST_NANOS = MILLISECONDS.toNanos(20);
  private static final long SECOND_NANOS = MILLISECONDS.toNanos(120);

  /** Kafka cuts its clock to milliseconds. */
  private static final long EARLY_NANOS = MILLISECONDS.toNanos(1);

  private final CountingTask task = new CountingTask();

  @ParameterizedTest
  @MethodSource("names")
  void cancel_beforeDue_neverRuns_andAnotherRunsOnceDue(String name) throws InterruptedException {
    assertRunsOnceOnTheSecond(
        name,
        timer -> {
          timer.cancel(timer.arm(task, FIRST_NANOS));
          timer.arm(task, SECOND_NANOS);
        });
  }

  @ParameterizedTest
  @MethodSource("names")
  void putOff_beforeDue_runsLater(String name) throws InterruptedException {
    assertRunsOnceOnTheSecond(
        name, timer -> timer.putOff(timer.arm(task, FIRST_NANOS), task, SECOND_NANOS));
  }

  private void assertRunsOnceOnTheSecond(String name, Consumer<BenchmarkTimer> arm)
      throws InterruptedException {
    long startNanos = System.nanoTime();
    try (BenchmarkTimer timer = make(name)) {
      arm.accept(timer);
      task.awaitRun(timer);
    }
    assertThat(task.firstNanos - startNanos).isGreaterThanOrEqualTo(SECOND_NANOS - EARLY_NANOS);
    assertThat(task.runs).hasValue(1);
  }

  @ParameterizedTest
  @MethodSource("names")
  void close_timeoutsPending_endsAllThreads(String name) throws InterruptedException {
    Set<Thread> before = threads();
    Set<Thread> itsOwn;
    try (BenchmarkTimer timer = make(name)) {
      timer.arm(task, HOURS.toNanos(1));
      itsOwn = threads();
      itsOwn.removeAll(before);
    }
    for (Thread thread : itsOwn) {
      assertThat(thread.join(BOUND)).as("%s has ended", thread).isTrue();
    }
  }

  static Stream<String> names() {
    return Timers.shared(1).stream().map(Kind::name);
  }

  private static BenchmarkTimer make(String name) {
    try {
      return Timers.shared(1).stream()
          .filter(it -> it.name().equals(name))
          .findFirst()
          .orElseThrow()
          .make()
          .get();
    } catch (UnsupportedOperationException e) {
      return abort(e.getMessage());
    }
  }

  /** All threads but the JDK's own, which carry and wake virtual threads. */
  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !thread.getClass().getName().startsWith("jdk.internal."))
        .collect(Collectors.toSet());
  }

  /** Notes when it ran first. */
  private static final class CountingTask extends Task {
    private final AtomicInteger runs = new AtomicInteger();
    private final CountDownLatch ran = new CountDownLatch(1);
    private volatile long firstNanos;

    @Override
    public void run() {
      if (runs.incrementAndGet() == 1) {
        firstNanos = System.nanoTime();
        ran.countDown();
      }
    }

    /** Goes on arming, because that is what turns a wheel without a thread. */
    void awaitRun(BenchmarkTimer timer) throws InterruptedException {
      long startNanos = System.nanoTime();
      while (!ran.await(1, MILLISECONDS)) {
        assertThat(System.nanoTime() - startNanos).isLessThan(BOUND.toNanos());
        timer.arm(this, HOURS.toNanos(1));
      }
    }
  }
}
