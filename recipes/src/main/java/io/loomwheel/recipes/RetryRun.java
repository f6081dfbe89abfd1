package io.loomwheel.recipes;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One retry under way: what the timer runs for each attempt.
 *
 * <p>An attempt arms the next one as its last act, so that they can't overlap; what one leaves in
 * the plain fields the timer's hand-over shows to the next. The future decides all races: what it
 * was completed with stands, and whoever has completed it looks for what is to be ended.
 */
final class RetryRun<T extends @Nullable Object> implements TimerTask {
  private final RetryTask plan;
  private final Callable<T> attempt;
  private final CompletableFuture<T> future = new CompletableFuture<>();

  /** Attempts that have failed, and the last failure. The attempts' alone. */
  private int failures;

  private @Nullable Throwable last;

  /**
   * What waits for the next attempt. Written by whoever arms it, who then looks at the future; read
   * by whoever has completed the future: one of the two sees the other.
   */
  private volatile @Nullable Timeout waiting;

  /** The thread of the attempt under way, to be interrupted. Under the monitor. */
  private @Nullable Thread running;

  RetryRun(RetryTask plan, Callable<T> attempt) {
    this.plan = plan;
    this.attempt = attempt;
  }

  CompletableFuture<T> begin() {
    var unused = future.whenComplete((value, failure) -> end());
    arm(0);
    return future;
  }

  private void arm(long delayNanos) {
    try {
      if (delayNanos == 0) {
        plan.timer.newTimeout(this, 0, NANOSECONDS); // may be over already
        return;
      }
      Timeout timeout;
      synchronized (this) { // the next attempt may begin, but not pass enter, before this is known
        timeout = plan.timer.newTimeout(this, delayNanos, NANOSECONDS);
        waiting = timeout;
      }
      if (future.isDone()) {
        timeout.cancel();
      }
    } catch (Throwable refused) {
      fail(refused);
    }
  }

  private void fail(Throwable reason) {
    Throwable failure = last;
    if (failure != null && failure != reason) {
      reason.addSuppressed(failure);
    }
    future.completeExceptionally(reason);
  }

  @Override
  public void run(Timeout timeout) {
    if (!enter()) {
      return;
    }
    T value;
    try {
      value = attempt.call();
    } catch (Throwable failure) {
      leave();
      failed(failure);
      return;
    }
    leave();
    future.complete(value);
  }

  private synchronized boolean enter() {
    if (future.isDone()) {
      return false;
    }
    running = Thread.currentThread();
    return true;
  }

  /** An interrupt that was for the attempt must not reach what the thread does next. */
  private synchronized void leave() {
    running = null;
    if (future.isDone()) {
      Thread.interrupted();
    }
  }

  private void failed(Throwable failure) {
    last = failure;
    if (future.isDone()) {
      return;
    }
    long delayNanos = 0;
    try {
      if (++failures < plan.attempts && plan.retryIf.test(failure)) {
        delayNanos = plan.delayNanos(failures);
      }
    } catch (Throwable broken) {
      fail(broken);
      return;
    }
    if (delayNanos > 0) {
      arm(delayNanos);
    } else {
      future.completeExceptionally(failure);
    }
  }

  /** Called once the future is complete, by whoever did it. */
  private void end() {
    Timeout timeout = waiting;
    if (timeout != null) {
      timeout.cancel();
    }
    synchronized (this) {
      if (running != null && running != Thread.currentThread()) {
        running.interrupt();
      }
    }
  }

  /** By the end of the future, which is complete then; or by the stop of the timer. */
  @Override
  public void cancelled(Timeout timeout) {
    if (!future.isDone()) {
      fail(new RejectedExecutionException(plan.timer + " was stopped"));
    }
  }
}
