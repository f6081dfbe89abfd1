package io.loomwheel.recipes;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.Timeout;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One running retry; the timer runs it once for each attempt.
 *
 * <p>Arming the next attempt is the last step of an attempt, so attempts can't overlap, and the
 * timer's hand-over gives a happens-before edge for the plain fields. The future decides all races:
 * its first completion stands, and the thread that completes it ends the rest.
 */
final class RetryRun<T extends @Nullable Object> implements EssentialTask {
  private final RetryTask plan;

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

  RetryRun(RetryTask plan, Callable<T> attempt) {
    this.plan = plan;
    this.attempt = attempt;
  }

  CompletableFuture<T> begin() {
    endWithTheFuture();
    try {
      plan.timer.newTimeout(this, 0, NANOSECONDS); // may have run already
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
   * The future of the outcome. A future calls its newest dependent first: so who completes this one
   * has the run end before others hear of it, though they may block until the attempt is over. The
   * first dependent of all is for ways to complete it that call none of these methods.
   */
  private final class Outcome extends CompletableFuture<T> {
    /** Completes it when there is no attempt to interrupt. */
    boolean endExceptionally(Throwable failure) {
      return super.completeExceptionally(failure);
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
    Throwable failure = last;
    try {
      if (failure != null && failure != reason) {
        reason.addSuppressed(failure);
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
    future.complete(value);
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
    if (++failures >= plan.attempts || !plan.retryIf.test(failure)) {
      future.endExceptionally(failure);
      return;
    }
    long delayNanos = Math.max(1, plan.backoff.delayNanos(failures, plan.random.get()));
    synchronized (this) { // the next attempt may begin, but not pass enter, before this is set
      if (attempt != null) {
        waiting = plan.timer.newTimeout(this, delayNanos, NANOSECONDS);
      }
    }
  }

  /** Interrupts the running attempt and cancels the next one, once the future is done. */
  private void end() {
    Timeout next;
    synchronized (this) {
      if (attempt == null) {
        return; // a second interrupt might hit what an attempt does to let go
      }
      attempt = null;
      next = waiting;
      Thread other = running;
      if (other != null && other != Thread.currentThread()) {
        running = null;
        other.interrupt();
      }
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
        fail(new RejectedExecutionException(plan.timer + " was stopped"));
      }
    } catch (Throwable failure) {
      future.endExceptionally(failure);
    }
  }
}
