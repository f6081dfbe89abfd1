package io.loomwheel.recipes;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.Timeout;
import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
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
 * it completes with a {@link RejectedExecutionException} that holds the last failure as suppressed.
 * A caller that cancels or completes the future ends the retry: no further attempt begins; a
 * running one is interrupted, before what depends on the future is called, and its outcome is
 * ignored. Only after {@code completeAsync} and the {@code obtrude} methods is it interrupted last.
 *
 * <p>Immutable and thread-safe. One task may be started any number of times, if its random
 * generator is thread-safe.
 */
@SuppressWarnings("exports") // jspecify's annotations are for its users
public final class RetryTask {
  private final WheelTimer timer;
  private final int attempts;
  private final Backoff backoff;
  private final Predicate<? super Throwable> retryIf;
  private final Supplier<? extends RandomGenerator> random;

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
    return new RetryRun<T>(Objects.requireNonNull(attempt, "attempt")).begin();
  }

  /**
   * One running retry; the timer runs it once for each attempt.
   *
   * <p>Arming the next attempt is the last step of an attempt, so attempts can't overlap, and the
   * timer's hand-over gives a happens-before edge for the plain fields. The future decides all
   * races: its first completion stands, and the thread that completes it ends the rest.
   */
  private final class RetryRun<T extends @Nullable Object> implements EssentialTask {
    /** Nulled by the end, under the monitor, so that it ends once, and the future keeps nothing. */
    private @Nullable Callable<T> attempt;

    private final Outcome future = new Outcome();

    /** Failed attempts, and the last failure. Used by attempts alone. */
    private int failures;

    private @Nullable Throwable last;

    /** The timeout of the next attempt. Under the monitor: it isn't armed after the end. */
    private @Nullable Timeout waiting;

    /** The thread of the attempt under way, until it is interrupted. Under the monitor. */
    private @Nullable Thread running;

    RetryRun(Callable<T> attempt) {
      this.attempt = attempt;
    }

    CompletableFuture<T> begin() {
      endWithTheFuture();
      try {
        timer.newTimeout(this, 0, NANOSECONDS); // may have run already
      } catch (Throwable refused) {
        fail(refused);
      }
      return future;
    }

    /** Calls the end once the future is done, before what depends on the future by now. */
    private void endWithTheFuture() {
      var unused = future.whenComplete((value, failure) -> end());
    }

    /**
     * The future of the outcome. A future calls its newest dependent first: so who completes this
     * one has the run end before others hear of it, though they may block until the attempt is
     * over. The first dependent of all is for ways to complete it that call none of these methods.
     */
    private final class Outcome extends CompletableFuture<T> {
      /** Completes it when there is no attempt to interrupt. Needs no memory for that. */
      void end(T value) {
        super.complete(value);
      }

      /** The same with a failure, which takes memory: until it is done, as somebody waits. */
      void endExceptionally(Throwable failure) {
        while (!isDone()) {
          try {
            super.completeExceptionally(failure);
          } catch (OutOfMemoryError noMemory) {
            Thread.onSpinWait();
          }
        }
      }

      @Override
      public boolean complete(T value) {
        endWithTheFuture();
        return super.complete(value);
      }

      @Override
      public boolean completeExceptionally(Throwable failure) {
        endWithTheFuture();
        return super.completeExceptionally(failure);
      }

      @Override
      public boolean cancel(boolean mayInterruptIfRunning) {
        endWithTheFuture();
        return super.cancel(mayInterruptIfRunning);
      }
    }

    /** Completes the future with a failure, even if one more comes of it. */
    private void fail(Throwable reason) {
      try {
        if (last != null && last != reason) {
          reason.addSuppressed(last);
        }
      } finally {
        future.endExceptionally(reason);
      }
    }

    /** Completes the future, or arms the next attempt; fails with what keeps it from both. */
    @Override
    public void run(Timeout timeout) {
      try {
        tryOnce();
      } catch (Throwable failure) {
        if (future.isDone()) {
          throw failure;
        }
        fail(failure);
      }
    }

    private void tryOnce() {
      boolean found = Thread.currentThread().isInterrupted();
      Callable<T> mine = enter();
      if (mine == null) {
        return;
      }
      T value;
      try {
        value = mine.call();
      } catch (Throwable failure) {
        leave(found);
        failed(failure);
        return;
      }
      leave(found);
      future.end(value);
    }

    /** {@return what this thread is to call now, or null if the future is done} */
    private synchronized @Nullable Callable<T> enter() {
      if (future.isDone()) {
        return null;
      }
      running = Thread.currentThread();
      return attempt;
    }

    /** Ends the attempt; gives the flag back as it was found, if the attempt was interrupted. */
    private synchronized void leave(boolean found) {
      if (running == null && found) {
        Thread.currentThread().interrupt();
      } else if (running == null) {
        Thread.interrupted();
      }
      running = null;
    }

    private void failed(Throwable failure) {
      last = failure;
      if (future.isDone()) {
        return;
      }
      if (++failures >= attempts || !retryIf.test(failure)) {
        future.endExceptionally(failure);
        return;
      }
      long delayNanos = Math.max(1, backoff.delayNanos(failures, random.get()));
      synchronized (this) { // the next attempt may begin, but not pass enter, before this is set
        if (attempt != null) {
          waiting = timer.newTimeout(this, delayNanos, NANOSECONDS);
        }
      }
    }

    /** Interrupts the running attempt and cancels the next one, once the future is done. */
    private void end() {
      Timeout next;
      synchronized (this) {
        next = waiting;
        Thread other = attempt == null ? null : running; // but once: it lets go of what it holds
        if (other != null && other != Thread.currentThread()) {
          other.interrupt();
          running = null;
        }
        attempt = null;
      }
      if (next != null) {
        next.cancel();
      }
    }

    /** Called when the future is complete, or by the stop of the timer. */
    @Override
    public void cancelled(Timeout timeout) {
      try {
        if (!future.isDone()) {
          fail(new RejectedExecutionException(timer + " was stopped"));
        }
      } catch (Throwable failure) {
        future.endExceptionally(failure);
      }
    }
  }

  /** Configures a retry. Not thread-safe. Each method rejects a bad value at once. */
  public static final class Builder {
    private final WheelTimer timer;
    private int attempts = 3;
    private Backoff backoff = Backoff.exponential(Duration.ofMillis(100), Duration.ofSeconds(10));
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
