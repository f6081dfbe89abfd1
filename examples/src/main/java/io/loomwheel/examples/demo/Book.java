package io.loomwheel.examples.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what becomes of the requests of one run.
 *
 * <p>Thread-safe: pipelines write from all their threads. Holds two ints a request. It sees what a
 * pipeline signals, so a task that a scheduler runs twice shows only if the operators let it pass.
 */
final class Book {
  private static final long LONGEST_NANOS = Duration.ofHours(2).toNanos();

  private final Plan plan;
  private final Runnable onOutcome;
  private final long timeoutNanos;

  /** Attempts begun, and outcomes noted, by request. */
  private final AtomicIntegerArray attempts;

  private final AtomicIntegerArray outcomes;

  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger timedOut = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final AtomicInteger timeouts = new AtomicInteger();
  private final AtomicInteger unforeseen = new AtomicInteger();
  private final AtomicInteger retried = new AtomicInteger();
  private final AtomicInteger early = new AtomicInteger();
  private final AtomicInteger repeated = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> firstFailure = new AtomicReference<>();
  private final Histogram latenessNanos = new ConcurrentHistogram(LONGEST_NANOS, 3);

  /**
   * Opens an empty book.
   *
   * @param plan what the backend does
   * @param onOutcome called at each request's first outcome, by the thread that notes it
   */
  Book(Plan plan, Runnable onOutcome) {
    this.plan = plan;
    this.onOutcome = onOutcome;
    this.timeoutNanos = plan.timeout().toNanos();
    this.attempts = new AtomicIntegerArray(plan.requests());
    this.outcomes = new AtomicIntegerArray(plan.requests());
  }

  /** {@return the next attempt at a request, which begins now} */
  Attempt begin(int request) {
    int number = attempts.incrementAndGet(request);
    if (number > 1) {
      retried.incrementAndGet();
    }
    return new Attempt(this, request, number);
  }

  /** {@return how many attempts at a request have begun} */
  int attempts(int request) {
    return attempts.get(request);
  }

  /** Notes the outcome of a request: it was answered. */
  void answered(int request) {
    end(request, answered);
  }

  /**
   * Notes the outcome of a request: it was given up.
   *
   * @param timeout whether because its last attempt timed out
   * @param cause what ended it
   */
  void gaveUp(int request, boolean timeout, Throwable cause) {
    if (!timeout) {
      failed(cause);
    }
    end(request, timeout ? timedOut : failed);
  }

  /** Notes an error that wasn't a timeout; the first is kept. */
  void failed(Throwable cause) {
    firstFailure.compareAndSet(null, cause);
  }

  private void end(int request, AtomicInteger kind) {
    if (outcomes.incrementAndGet(request) > 1) {
      repeated.incrementAndGet();
      return;
    }
    kind.incrementAndGet();
    onOutcome.run();
  }

  /** Notes the timeout of an attempt. */
  void timeout(int request, int attempt, long tookNanos) {
    boolean planned = plan.fate(request, attempt) == Fate.HANG;
    (planned ? timeouts : unforeseen).incrementAndGet();
    long lateNanos = tookNanos - timeoutNanos;
    if (lateNanos < 0) {
      early.incrementAndGet();
    }
    latenessNanos.recordValue(Math.clamp(lateNanos, 0, LONGEST_NANOS));
  }

  /** Notes something that came a second time. */
  void repeated() {
    repeated.incrementAndGet();
  }

  /** {@return how many requests have an outcome} */
  int outcomes() {
    return answered.get() + timedOut.get() + failed.get();
  }

  /** {@return the first error that wasn't a timeout} */
  @Nullable Throwable firstFailure() {
    return firstFailure.get();
  }

  /** {@return all of it, to be called when the run is over} */
  Observed close(Duration wall, Duration cpu) {
    return new Observed(
        answered.get(),
        timedOut.get(),
        failed.get(),
        timeouts.get(),
        unforeseen.get(),
        retried.get(),
        early.get(),
        plan.requests() - outcomes(),
        repeated.get(),
        new Lateness(
            latenessNanos.getValueAtPercentile(50),
            latenessNanos.getValueAtPercentile(99),
            latenessNanos.getMaxValue(),
            curve()),
        wall,
        cpu);
  }

  /** Four points until all but a tenth is counted, four until a hundredth is left, and so on. */
  private List<Lateness.Percentile> curve() {
    List<Lateness.Percentile> curve = new ArrayList<>();
    double left = 100;
    for (int i = 1; left * latenessNanos.getTotalCount() >= 100; i++) {
      long nanos = latenessNanos.getValueAtPercentile(100 - left);
      curve.add(new Lateness.Percentile(100 - left, nanos));
      left = Math.pow(10, 2 - i / 4.0);
    }
    return curve;
  }
}
