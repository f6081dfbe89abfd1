package io.loomwheel.recipes;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs an operation, and retries it with a backoff until it succeeds or the attempts are used up.
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
 * <p>Attempts run on the timer's executor; the first runs at once. They never overlap: the delay
 * before an attempt starts when the previous one has failed. During the delay a retry is a timeout
 * in the wheel and holds no thread.
 *
 * <p>The future completes with the first success, or with the failure of the last attempt, or with
 * the first failure that {@link Builder#retryIf} rejects. If the timer is stopped or at its limit,
 * it completes with a {@link java.util.concurrent.RejectedExecutionException} that holds the last
 * failure as suppressed. A caller that cancels or completes the future ends the retry: no further
 * attempt begins; a running one is interrupted, before what depends on the future is called, and
 * its outcome is ignored. Only after {@code completeAsync} and the {@code obtrude} methods is it
 * interrupted last.
 *
 * <p>Immutable and thread-safe. One task may be started any number of times, if its random
 * generator is thread-safe.
 */
@SuppressWarnings("exports") // jspecify's annotations are for its users
public final class RetryTask {
  final WheelTimer timer;
  final int attempts;
  final Backoff backoff;
  final Predicate<? super Throwable> retryIf;
  final Supplier<? extends RandomGenerator> random;

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
   * @param timer holds the delays and runs the attempts on its executor
   */
  public static Builder on(WheelTimer timer) {
    return new Builder(timer);
  }

  /**
   * Starts a retry.
   *
   * @param attempt called until it returns, at most {@link Builder#attempts} times
   * @param <T> the type of the result
   * @return the future of the outcome; a caller that completes it ends the retry
   */
  public <T extends @Nullable Object> CompletableFuture<T> start(Callable<T> attempt) {
    return new RetryRun<T>(this, Objects.requireNonNull(attempt, "attempt")).begin();
  }

  /** Configures a retry. Not thread-safe. Each method rejects a bad value at once. */
  public static final class Builder {
    private static final Backoff DEFAULT =
        Backoff.exponential(Duration.ofMillis(100), Duration.ofSeconds(10));

    private final WheelTimer timer;
    private int attempts = 3;
    private Backoff backoff = DEFAULT;
    private Predicate<? super Throwable> retryIf = Exception.class::isInstance;
    private Supplier<? extends RandomGenerator> random = ThreadLocalRandom::current;

    private Builder(WheelTimer timer) {
      this.timer = Objects.requireNonNull(timer, "timer");
    }

    /**
     * Sets the largest number of attempts.
     *
     * @param most positive; the first attempt counts
     * @return this
     */
    public Builder attempts(int most) {
      this.attempts = Limits.positive("attempts", most);
      return this;
    }

    /**
     * Sets the delay between two attempts.
     *
     * @param backoff called after each failure except the last; an exception from it ends the retry
     * @return this
     */
    public Builder backoff(Backoff backoff) {
      this.backoff = Objects.requireNonNull(backoff, "backoff");
      return this;
    }

    /**
     * Sets which failures are retried.
     *
     * @param retryIf called after each failure except the last; an exception from it ends the retry
     * @return this
     */
    public Builder retryIf(Predicate<? super Throwable> retryIf) {
      this.retryIf = Objects.requireNonNull(retryIf, "retryIf");
      return this;
    }

    /**
     * Sets the source of the jitter; {@link ThreadLocalRandom} by default.
     *
     * @param random thread-safe, unless only one retry runs at a time
     * @return this
     */
    public Builder random(RandomGenerator random) {
      Objects.requireNonNull(random, "random");
      this.random = () -> random;
      return this;
    }

    /** {@return a new task} */
    public RetryTask build() {
      return new RetryTask(this);
    }
  }
}
