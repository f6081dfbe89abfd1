package io.loomwheel.recipes;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Does something that may fail, again and again if need be, until it succeeds.
 *
 * <pre>{@code
 * RetryTask retry = RetryTask.on(timer)
 *     .attempts(5)
 *     .backoff(Backoff.exponential(Duration.ofMillis(100), Duration.ofSeconds(10)))
 *     .retryIf(failure -> failure instanceof IOException)
 *     .build();
 * CompletableFuture<Reply> reply = retry.start(() -> client.call(request));
 * }</pre>
 *
 * <p>Attempts run on the timer's executor, the first at once, and never overlap: the wait for the
 * next begins when one has failed. Between two attempts a retry is a timeout in the wheel, and
 * holds no thread.
 *
 * <p>The future completes with the first success; with the failure of the last attempt, or of the
 * first that isn't to be retried; or with a {@link java.util.concurrent.RejectedExecutionException}
 * that holds the last failure as suppressed, if the timer is stopped or at its limit. Cancelling
 * the future, or completing it in any other way, ends the retry: no further attempt begins, and one
 * under way is interrupted and its outcome ignored.
 *
 * <p>Immutable and thread-safe; one of these serves any number of {@link #start}s, if its random
 * generator may be used by several threads.
 */
@SuppressWarnings("exports") // jspecify's annotations are there for who has them
public final class RetryTask {
  final WheelTimer timer;
  final int attempts;
  final Backoff backoff;
  final Predicate<? super Throwable> retryIf;

  /** Null for that of the thread. */
  private final @Nullable RandomGenerator random;

  private RetryTask(Builder builder) {
    this.timer = builder.timer;
    this.attempts = builder.attempts;
    this.backoff = builder.backoff;
    this.retryIf = builder.retryIf;
    this.random = builder.random;
  }

  /**
   * {@return a builder with three attempts, exponential backoff from 100 ms up to 10 s, that
   * retries after exceptions but not after errors}
   *
   * @param timer that waits, and whose executor runs the attempts
   */
  public static Builder on(WheelTimer timer) {
    return new Builder(timer);
  }

  /**
   * Begins.
   *
   * @param attempt called until it returns, at most so often
   * @param <T> what it returns
   * @return completed by the outcome; ends the retry if it is completed by anyone else
   */
  public <T extends @Nullable Object> CompletableFuture<T> start(Callable<T> attempt) {
    return new RetryRun<T>(this, Objects.requireNonNull(attempt, "attempt")).begin();
  }

  long delayNanos(int failures) {
    return Math.max(
        1, backoff.delayNanos(failures, random == null ? ThreadLocalRandom.current() : random));
  }

  /** Collects what a retry is to be. Not thread-safe. Rejects a bad value at once. */
  public static final class Builder {
    private static final Backoff DEFAULT =
        Backoff.exponential(Duration.ofMillis(100), Duration.ofSeconds(10));

    private final WheelTimer timer;
    private int attempts = 3;
    private Backoff backoff = DEFAULT;
    private Predicate<? super Throwable> retryIf = Exception.class::isInstance;
    private @Nullable RandomGenerator random;

    private Builder(WheelTimer timer) {
      this.timer = Objects.requireNonNull(timer, "timer");
    }

    /**
     * Sets how often to try.
     *
     * @param most positive; the first attempt counts
     * @return this
     */
    public Builder attempts(int most) {
      this.attempts = Limits.positive("attempts", most);
      return this;
    }

    /**
     * Sets how long to wait between two attempts.
     *
     * @param backoff asked after each failure but the last; what it throws ends the retry
     * @return this
     */
    public Builder backoff(Backoff backoff) {
      this.backoff = Objects.requireNonNull(backoff, "backoff");
      return this;
    }

    /**
     * Sets after which failures to try again.
     *
     * @param retryIf asked after each failure but the last; what it throws ends the retry
     * @return this
     */
    public Builder retryIf(Predicate<? super Throwable> retryIf) {
      this.retryIf = Objects.requireNonNull(retryIf, "retryIf");
      return this;
    }

    /**
     * Sets where the jitter comes from; by default {@link ThreadLocalRandom}.
     *
     * @param random thread-safe, unless only one retry runs at a time
     * @return this
     */
    public Builder random(RandomGenerator random) {
      this.random = Objects.requireNonNull(random, "random");
      return this;
    }

    /** {@return what was collected} */
    public RetryTask build() {
      return new RetryTask(this);
    }
  }
}
