package io.loomwheel.loom;

import static io.loomwheel.internal.TimerAccess.engineOf;

import io.loomwheel.Timeout;
import io.loomwheel.Timer;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.internal.TimeoutNode;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.WheelNode;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletableFuture.AsynchronousCompletionTask;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Timeouts and delays of a {@link CompletableFuture} on a timing wheel, in place of the methods of
 * the same names that the class itself has; also {@link #sleep} and {@link #parkNanos} for threads.
 *
 * <p>Those of futures mean what the JDK's mean, with these differences. What depends on a future
 * that timed out runs on a virtual thread, so it may block; the JDK runs it on the one thread that
 * all timeouts share. That thread is of the timer's {@link Relay} or, if the timer has another
 * executor, whose threads may all wait for the future, of {@link Relay#shared()}; only a {@link
 * io.loomwheel.SteppedClock} has it run where it is moved. The {@link
 * java.util.concurrent.TimeoutException} has a message. A timeout is rounded up to the timer's
 * tick. If the timer is stopped, it can't measure a timeout any more: the futures that wait are
 * cancelled by the thread that stops it, which runs what depends on them, and delayed tasks are
 * among what {@link WheelTimer#stop()} returns.
 *
 * <p>Each method exists in two forms: on {@link WheelTimer#shared()}, and on a timer of the
 * caller's. Timeouts of zero or less are up at once; a timeout that overflows never ends.
 *
 * <p>Thread-safe. Only {@code sleep} and {@code parkNanos} wait. A timeout costs an object of 48
 * bytes and what the future keeps to know of it; {@link WheelTimer} says what arming costs. A
 * future that is done takes its timeout out of the wheel at once.
 */
@SuppressWarnings("exports") // jspecify's annotations are optional for callers
public final class Timeouts {
  private Timeouts() {}

  /**
   * {@return the same future, failed with a {@link TimeoutException} unless it is done in time}
   *
   * @param <T> the type of the value
   * @param future any; it is left alone if it is done
   * @param timeout from now
   * @throws RejectedExecutionException if {@code shutdownShared} ends that timer at this moment
   */
  public static <T> CompletableFuture<T> orTimeout(CompletableFuture<T> future, Duration timeout) {
    return orTimeout(WheelTimer.shared(), future, timeout);
  }

  /**
   * {@return as {@link #orTimeout(CompletableFuture, Duration)}, on a timer of the caller's}
   *
   * @param <T> the type of the value
   * @param timer measures the timeout
   * @param future any; it is left alone if it is done
   * @param timeout from now
   * @throws RejectedExecutionException if the timer was stopped, or its limit is reached
   */
  public static <T> CompletableFuture<T> orTimeout(
      WheelTimer timer, CompletableFuture<T> future, Duration timeout) {
    return timed(timer, future, timeout, timeout, true);
  }

  /**
   * {@return the same future, completed with a value unless it is done in time}
   *
   * @param <T> the type of the value
   * @param future any; it is left alone if it is done
   * @param value for the future, may be null
   * @param timeout from now
   * @throws RejectedExecutionException if {@code shutdownShared} ends that timer at this moment
   */
  public static <T> CompletableFuture<T> completeOnTimeout(
      CompletableFuture<T> future, @Nullable T value, Duration timeout) {
    return completeOnTimeout(WheelTimer.shared(), future, value, timeout);
  }

  /**
   * {@return as {@link #completeOnTimeout(CompletableFuture, Object, Duration)}, on the timer}
   *
   * @param <T> the type of the value
   * @param timer measures the timeout
   * @param future any; it is left alone if it is done
   * @param value for the future, may be null
   * @param timeout from now
   * @throws RejectedExecutionException if the timer was stopped, or its limit is reached
   */
  public static <T> CompletableFuture<T> completeOnTimeout(
      WheelTimer timer, CompletableFuture<T> future, @Nullable T value, Duration timeout) {
    return timed(timer, future, timeout, value, false);
  }

  private static <T> CompletableFuture<T> timed(
      WheelTimer timer,
      CompletableFuture<T> future,
      Duration timeout,
      @Nullable Object outcome,
      boolean fails) {
    Objects.requireNonNull(timer, "timer");
    Objects.requireNonNull(future, "future");
    long nanos = nanos(timeout, "timeout");
    if (!future.isDone()) {
      FutureTimeout<T> node = new FutureTimeout<>(timer, future, outcome, fails);
      arm(timer, node, nanos, "stopped, so a future can't time out: ");
      try {
        CompletableFuture<T> unused = future.whenComplete(node);
      } catch (Throwable noMemory) {
        node.accept(null, null);
        throw noMemory;
      }
    }
    return future;
  }

  /** {@return a duration in nanoseconds; the greatest number if it is longer} */
  static long nanos(Duration duration, String name) {
    return TimeUnit.NANOSECONDS.convert(Objects.requireNonNull(duration, name));
  }

  /**
   * {@return an executor that runs each task after the delay, on a virtual thread} The delay begins
   * with the call of {@code execute}. An exception from a task goes to the handler of uncaught
   * exceptions. Rejects tasks once the shared timer of now was {@link WheelTimer#shutdownShared
   * shut down}: it keeps that.
   *
   * @param delay before each task; none if it is zero or less
   */
  public static Executor delayedExecutor(Duration delay) {
    return delayedExecutor(WheelTimer.shared(), delay);
  }

  /**
   * {@return an executor that hands each task to another one after the delay} The delay begins with
   * the call of {@code execute}. The other executor gets the very task. If it throws a {@link
   * RejectedExecutionException}, it has refused the task: the timer's handler of rejections gets
   * it; by default it runs on a virtual thread. Whatever else it throws is taken for the exception
   * of a task that it has run inside the call, as {@code Runnable::run} does, and goes to the
   * handler of uncaught exceptions; the task is not run again. A {@code FutureTask}, which runs
   * once anyway, or a step of a {@code CompletableFuture} counts as refused by any exception. A
   * step whose executor has taken it and throws all the same may run twice, and so may a task that
   * throws a rejection of its own inside the call, which can't be distinguished from a refused one.
   * Rejects tasks as {@link #delayedExecutor(Duration)} does.
   *
   * @param delay before each task; none if it is zero or less
   * @param executor gets the tasks; called by the timer's thread, so it must not wait, or if there
   *     is no delay on the timer's executor
   */
  public static Executor delayedExecutor(Duration delay, Executor executor) {
    return delayedExecutor(WheelTimer.shared(), delay, executor);
  }

  /**
   * {@return an executor that runs each task after the delay, on the executor of a timer} As {@link
   * #delayedExecutor(Duration)}. Rejects tasks if the timer was stopped, or its limit is reached.
   *
   * @param timer measures the delay and runs the tasks
   * @param delay before each task; none if it is zero or less
   */
  public static Executor delayedExecutor(WheelTimer timer, Duration delay) {
    return delayed(timer, delay, null);
  }

  /**
   * {@return an executor that hands each task to another one after the delay} As {@link
   * #delayedExecutor(Duration, Executor)}. Rejects tasks if the timer was stopped, or its limit is
   * reached.
   *
   * @param timer measures the delay
   * @param delay before each task; none if it is zero or less
   * @param executor gets the tasks, as there
   */
  public static Executor delayedExecutor(WheelTimer timer, Duration delay, Executor executor) {
    Executor base = Objects.requireNonNull(executor, "executor");
    return delayed(timer, delay, node -> ((DelayedTask) node).submitTo(base));
  }

  private static Executor delayed(WheelTimer timer, Duration delay, @Nullable Executor submitter) {
    Objects.requireNonNull(timer, "timer");
    long nanos = nanos(delay, "delay");
    Executor by = submitter == null || nanos > 0 ? submitter : elsewhere(timer, submitter);
    return command -> {
      DelayedTask task = new DelayedTask(timer, by, Objects.requireNonNull(command, "command"));
      arm(timer, task, nanos, "stopped, so nothing can be delayed: ");
    };
  }

  /**
   * {@return what hands tasks on in order, on the timer's executor} The base executor may run a
   * task inside the call, and a task without delay must not run inside that of whoever submits it.
   */
  private static Executor elsewhere(WheelTimer timer, Executor submitter) {
    Dispatcher dispatcher = TimerAccess.dispatcherOf(timer);
    SerialExecutor serial = new SerialExecutor(dispatcher::dispatch);
    return node -> serial.execute(() -> dispatcher.dispatch(node, submitter));
  }

  /** Arms a new node, or throws a rejection with the given text before that of the timer. */
  static void arm(WheelTimer timer, WheelNode node, long nanos, String refusal) {
    if (!engineOf(timer).arm(node, nanos)) {
      throw new RejectedExecutionException(refusal + timer);
    }
  }

  /**
   * Lets the calling thread sleep, in place of {@link Thread#sleep(Duration)}. Never returns early.
   * The thread is {@link Thread.State#WAITING} meanwhile, not {@code TIMED_WAITING}: its dump shows
   * {@code Timeouts.sleep}. The next {@link LockSupport#park} after it may return at once, as after
   * the JDK's sleep of a virtual thread, so that no {@code unpark} is lost.
   *
   * @param time from now; with zero or less returns at once, a time that overflows never ends
   * @throws InterruptedException if the calling thread is interrupted, before or while it sleeps;
   *     the flag is cleared then
   * @throws RejectedExecutionException if {@code shutdownShared} ends that timer at this moment
   */
  public static void sleep(Duration time) throws InterruptedException {
    sleep(WheelTimer.shared(), time);
  }

  /**
   * As {@link #sleep(Duration)}, on a timer of the caller's.
   *
   * @param timer wakes the thread
   * @param time from now, as there
   * @throws InterruptedException as there
   * @throws RejectedExecutionException if the timer was stopped, or its limit is reached
   * @throws IllegalStateException if a task calls this on the thread that moves the clock of the
   *     timer, such as a {@link io.loomwheel.testing.ManualClock}
   * @throws CancellationException if the timer is stopped meanwhile
   */
  public static void sleep(WheelTimer timer, Duration time) throws InterruptedException {
    Engine engine = engineOf(Objects.requireNonNull(timer, "timer"));
    long nanos = nanos(time, "time");
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (engine.isDriver()) {
      Thread.sleep(time); // nobody else would wake the thread that wakes the others
    } else if (nanos > 0) {
      armed(timer, nanos).sleep();
    }
  }

  private static Sleeper armed(WheelTimer timer, long nanos) {
    if (engineOf(timer).movedByCaller.getAsBoolean()) {
      throw new IllegalStateException(
          "the thread that moves the clock can't wait for it: nobody else would; " + timer);
    }
    Sleeper sleeper = new Sleeper(timer);
    arm(timer, sleeper, nanos, "stopped, so nobody can sleep on it: ");
    return sleeper;
  }

  /**
   * Lets the calling thread wait, in place of {@link LockSupport#parkNanos(Object, long)}, to build
   * locks and queues on. Returns when another thread unparks or interrupts this one, when the time
   * is up, or for no reason; doesn't say which, and leaves the interrupt flag. The thread is {@link
   * Thread.State#WAITING} meanwhile, not {@code TIMED_WAITING}: its dump shows {@code
   * Timeouts.parkNanos}.
   *
   * @param blocker what the thread waits for, for thread dumps; may be null
   * @param nanos from now; with zero or less returns at once
   * @throws IllegalArgumentException if the blocker is a timer: one argument is missing then
   * @throws RejectedExecutionException if {@code shutdownShared} ends that timer at this moment
   */
  public static void parkNanos(@Nullable Object blocker, long nanos) {
    if (blocker instanceof WheelTimer) {
      throw new IllegalArgumentException(
          "blocker must not be a WheelTimer, was "
              + blocker
              + ": to wait on a timer call parkNanos(timer, blocker, nanos)");
    }
    parkNanos(WheelTimer.shared(), blocker, nanos);
  }

  /**
   * As {@link #parkNanos(Object, long)}, on a timer of the caller's. Returns early if the timer is
   * stopped.
   *
   * @param timer wakes the thread
   * @param blocker what the thread waits for, for thread dumps; may be null
   * @param nanos from now; with zero or less returns at once
   * @throws IllegalStateException as that of {@link #sleep(WheelTimer, Duration)}
   * @throws RejectedExecutionException if the timer was stopped, or its limit is reached
   */
  public static void parkNanos(WheelTimer timer, @Nullable Object blocker, long nanos) {
    if (engineOf(Objects.requireNonNull(timer, "timer")).isDriver()) {
      LockSupport.parkNanos(blocker, nanos);
    } else if (nanos > 0) {
      armed(timer, nanos).park(blocker);
    }
  }

  /**
   * The timeout of a future in one object of 48 bytes: the node that completes the future, and the
   * dependent that takes the node out of the wheel when the future is done first. The future's
   * outcome decides. It is armed before the future knows it. Thread-safe.
   */
  private static final class FutureTimeout<T> extends WheelNode
      implements BiConsumer<Object, Throwable> {
    private final WheelTimer timer;

    /** The value, or the duration for the message of the exception. */
    private final @Nullable Object outcome;

    private final boolean fails;

    /** Nulled by the thread that completes it: a node left in an inbox retains nothing. */
    private @Nullable CompletableFuture<T> future;

    FutureTimeout(
        WheelTimer timer, CompletableFuture<T> future, @Nullable Object outcome, boolean fails) {
      this.timer = timer;
      this.future = future;
      this.outcome = outcome;
      this.fails = fails;
    }

    @Override
    public Engine engine() {
      return engineOf(timer);
    }

    /**
     * {@return on a clock moved by hand the thread that moves it, or that arms what is up at once;
     * else none but the relays of virtual threads} A timeout must not wait behind the tasks that it
     * is to end, and the driver must not run what depends on the future.
     */
    @Override
    public @Nullable Executor executor() {
      if (engine().isByHand()) {
        return Runnable::run;
      }
      return TimerAccess.dispatcherOf(timer).isRelay(null) ? null : Relay.shared();
    }

    @Override
    public void accept(@Nullable Object value, @Nullable Throwable failure) {
      future = null;
      engine().discard(this);
    }

    @Override
    @SuppressWarnings("unchecked") // a value is one that the factory got
    public void run() {
      CompletableFuture<T> late = future;
      if (late == null) { // else one that is done may have dependents that it couldn't tell
        return;
      }
      try {
        if (fails) {
          late.completeExceptionally(new TimeoutException("not done within " + outcome));
        } else {
          late.complete((T) outcome);
        }
      } catch (OutOfMemoryError | StackOverflowError noMemory) {
        if (!engine().rearm(this, engine().soonNanos())) {
          throw noMemory;
        }
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
  }

  /** A task in the wheel until its delay has passed, or a stop returns it. Thread-safe. */
  private static final class DelayedTask extends TimeoutNode implements Timeout {
    private final WheelTimer timer;
    private final @Nullable Executor submitter;
    private final Runnable command;

    DelayedTask(WheelTimer timer, @Nullable Executor submitter, Runnable command) {
      this.timer = timer;
      this.submitter = submitter;
      this.command = command;
    }

    @Override
    public Object kind() {
      return command;
    }

    @Override
    public @Nullable Executor executor() {
      return submitter;
    }

    @Override
    protected WheelTimer wheelTimer() {
      return timer;
    }

    /**
     * Hands the very command to the base executor. What that throws is a refusal, or comes from the
     * command, which it has run inside the call, and which counts as run then, but for those that
     * run once anyway.
     */
    void submitTo(Executor base) {
      try {
        base.execute(command);
      } catch (Throwable thrown) {
        if (thrown instanceof RejectedExecutionException
            || command instanceof FutureTask
            || command instanceof AsynchronousCompletionTask) {
          throw thrown;
        }
        if (claimRun()) {
          failed(thrown);
        }
      }
    }

    /** Runs the command on the timer's executor, or where the base executor has refused it. */
    @Override
    protected void runTask() {
      command.run();
    }

    @Override
    protected void failed(Throwable cause) {
      Callbacks.tellThread(cause);
    }

    /** {@return false for a step of a {@code CompletableFuture}, which nobody could tell} */
    @Override
    public boolean mayBeDropped() {
      return !(command instanceof AsynchronousCompletionTask);
    }

    @Override
    public void onDropped() {
      if (retire() && command instanceof Future<?> future) {
        future.cancel(false);
      }
    }

    @Override
    public Timer timer() {
      return timer;
    }

    @Override
    public TimerTask task() {
      return timeout -> command.run();
    }

    @Override
    public String toString() {
      return "DelayedTask[" + (isCancelled() ? "cancelled" : "handed on") + ", " + command + "]";
    }
  }

  /**
   * A node that the driver runs itself, because its step is short, runs no user code and must not
   * wait behind tasks. A step that throws, as without memory, is run again by a virtual thread.
   */
  abstract static class DriverNode extends WheelNode {
    DriverNode() {
      primeFired(0); // so that it can be discarded before it is armed
    }

    @Override
    public final Executor executor() {
      return Dispatcher.HERE;
    }
  }

  /** A node that wakes a thread. Its state says whether the timer was stopped. Thread-safe. */
  private static final class Sleeper extends DriverNode {
    private final WheelTimer timer;
    private final Thread thread = Thread.currentThread();

    Sleeper(WheelTimer timer) {
      this.timer = timer;
    }

    void sleep() throws InterruptedException {
      try {
        while (isArmed()) {
          if (Thread.interrupted()) {
            throw new InterruptedException();
          }
          LockSupport.park(this);
        }
        if (isCancelled()) {
          throw new CancellationException("the timer was stopped before the time was up");
        }
      } finally {
        LockSupport.unpark(thread); // a park may have taken the permit of others
        engineOf(timer).discard(this); // it may have been interrupted, or forbidden
      }
    }

    void park(@Nullable Object blocker) {
      try {
        LockSupport.park(blocker);
      } finally {
        engineOf(timer).discard(this);
      }
    }

    /** Wakes the thread. May be called again if it failed. */
    @Override
    public void run() {
      Callbacks.requireStack(40); // else the JDK may take the thread for woken
      LockSupport.unpark(thread);
    }

    @Override
    public void onStopped() {
      run();
    }
  }
}
