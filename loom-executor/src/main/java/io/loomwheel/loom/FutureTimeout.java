package io.loomwheel.loom;

import static io.loomwheel.internal.TimerAccess.engineOf;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.wheel.WheelNode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The timeout of a future in one object of 48 bytes: the node that completes the future, and the
 * dependent that takes the node out of the wheel when the future is done first.
 *
 * <p>Thread-safe. The outcome of the future decides who was first. It is armed before the future
 * knows it, so a future that is done meanwhile takes out what is in the wheel.
 */
final class FutureTimeout<T> extends WheelNode implements BiConsumer<Object, Throwable> {
  /** The wait before it tries again to complete a future, after memory or stack ran out. */
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final WheelTimer timer;

  /** The value, or the duration for the message of the exception. */
  private final @Nullable Object outcome;

  private final boolean fails;

  /** Nulled by the thread that completes it, so that a node left in an inbox retains nothing. */
  private @Nullable CompletableFuture<T> future;

  private FutureTimeout(
      WheelTimer timer, CompletableFuture<T> future, @Nullable Object outcome, boolean fails) {
    this.timer = timer;
    this.future = future;
    this.outcome = outcome;
    this.fails = fails;
  }

  static <T> FutureTimeout<T> failing(
      WheelTimer timer, CompletableFuture<T> future, Duration timeout) {
    return new FutureTimeout<>(timer, future, timeout, true);
  }

  static <T> FutureTimeout<T> completing(
      WheelTimer timer, CompletableFuture<T> future, @Nullable T value) {
    return new FutureTimeout<>(timer, future, value, false);
  }

  /**
   * Arms the timeout and tells the future of it.
   *
   * @return false if the timer is stopped
   */
  boolean arm(CompletableFuture<T> of, long nanos) {
    if (!engineOf(timer).arm(this, nanos)) {
      return false;
    }
    boolean known = false;
    try {
      CompletableFuture<T> unused = of.whenComplete(this);
      known = true;
    } finally {
      if (!known) {
        accept(null, null);
      }
    }
    return true;
  }

  /** Called when the future is done. */
  @Override
  public void accept(@Nullable Object value, @Nullable Throwable failure) {
    future = null;
    engineOf(timer).discard(this);
  }

  @Override
  public void run() {
    CompletableFuture<T> late = future;
    if (late == null || late.isDone()) {
      return;
    }
    try {
      complete(late);
    } catch (OutOfMemoryError | StackOverflowError noRoom) {
      if (!engineOf(timer).rearm(this, engineOf(timer).now() + RETRY_NANOS)) {
        throw noRoom;
      }
    }
  }

  @SuppressWarnings("unchecked") // a value is one that the factory got
  private void complete(CompletableFuture<T> late) {
    if (fails) {
      late.completeExceptionally(new TimeoutException("not done within " + outcome));
    } else {
      late.complete((T) outcome);
    }
  }

  /** Cancels the future, because a stopped timer can't measure its timeout. */
  @Override
  public void onStopped() {
    CompletableFuture<T> left = future;
    if (left != null) {
      left.cancel(false);
    }
  }

  @Override
  public String toString() {
    return "FutureTimeout[" + future + "]";
  }
}
