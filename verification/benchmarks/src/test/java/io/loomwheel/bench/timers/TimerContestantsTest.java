package io.loomwheel.bench.timers;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each timer has to do for the numbers to mean anything. */
class TimerContestantsTest {
  private static final Duration BOUND = Duration.ofSeconds(10);
  private static final long FIRST_NANOS = MILLISECONDS.toNanos(20);
  private static final long SECOND_NANOS = MILLISECONDS.toNanos(120);

  /** Kafka cuts its clock to milliseconds. */
  private static final long EARLY_NANOS = MILLISECONDS.toNanos(1);

  private final CountingTask task = new CountingTask();

  @ParameterizedTest
  @MethodSource("names")
  void arm_due_runsItsTask(String name) throws InterruptedException {
    long startNanos = System.nanoTime();
    try (BenchmarkTimer timer = make(name)) {
      timer.arm(FIRST_NANOS);
      task.awaitRun(timer);
    }
    assertThat(task.firstNanos - startNanos).isGreaterThanOrEqualTo(FIRST_NANOS - EARLY_NANOS);
  }

  @ParameterizedTest
  @MethodSource("names")
  void cancel_beforeDue_neverRuns(String name) throws InterruptedException {
    long startNanos = System.nanoTime();
    try (BenchmarkTimer timer = make(name)) {
      timer.cancel(timer.arm(FIRST_NANOS));
      timer.arm(SECOND_NANOS);
      task.awaitRun(timer);
    }
    assertThat(task.firstNanos - startNanos).isGreaterThanOrEqualTo(SECOND_NANOS - EARLY_NANOS);
    assertThat(task.runs).hasValue(1);
  }

  @ParameterizedTest
  @MethodSource("names")
  void putOff_beforeDue_runsLater(String name) throws InterruptedException {
    long startNanos = System.nanoTime();
    try (BenchmarkTimer timer = make(name)) {
      timer.putOff(timer.arm(FIRST_NANOS), SECOND_NANOS);
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
      timer.arm(HOURS.toNanos(1));
      itsOwn = threads();
      itsOwn.removeAll(before);
    }
    for (Thread thread : itsOwn) {
      assertThat(thread.join(BOUND)).as("%s has ended", thread).isTrue();
    }
  }

  static Stream<String> names() {
    return TimerContestants.ofOneThread(Task.NONE).stream().map(Kind::name);
  }

  private BenchmarkTimer make(String name) {
    List<Kind<BenchmarkTimer>> kinds = TimerContestants.ofOneThread(task);
    Kind<BenchmarkTimer> kind =
        kinds.stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
    try {
      return kind.make().get();
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
        timer.arm(HOURS.toNanos(1));
      }
    }
  }
}
