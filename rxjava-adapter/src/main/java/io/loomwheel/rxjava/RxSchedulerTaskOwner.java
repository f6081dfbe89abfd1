package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.loom.internal.DrainingTaskOwner;
import io.loomwheel.loom.internal.Task;
import io.loomwheel.loom.internal.TaskOwner;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The owner of all tasks of one scheduler, from a start to the next shutdown; handles their
 * failures as RxJava does.
 */
final class RxSchedulerTaskOwner extends DrainingTaskOwner {
  private final @Nullable RxTarget target;
  private final Borrowers borrowers = new Borrowers();

  RxSchedulerTaskOwner(
      WheelTimer timer, boolean ownsTimer, boolean interrupts, @Nullable RxTarget target) {
    super(timer, ownsTimer, interrupts);
    this.target = target;
  }

  /** Ends all tasks. Idempotent; doesn't wait. */
  void shutdown() {
    Callbacks.callEach(
        List.<Runnable>of(this::close, borrowers::dispose, this::stopTimer), Runnable::run);
  }

  /**
   * {@return the time: of a clock that a test moves by hand, with zero as the epoch; otherwise of
   * the target, or else of the given function}
   */
  long now(TimeUnit unit, ToLongFunction<TimeUnit> otherwise) {
    Objects.requireNonNull(unit, "unit is null");
    if (engine().isByHand()) {
      return unit.convert(engine().clockNanos(), TimeUnit.NANOSECONDS);
    }
    return target == null ? otherwise.applyAsLong(unit) : target.now(unit, otherwise);
  }

  /** {@return the objects that hold a Worker of the target; a shutdown disposes of them} */
  Borrowers borrowers() {
    return borrowers;
  }

  @Override
  protected void onEnd() {}

  /** Hands a task without delay to the target right here, so that the caller gets a refusal. */
  @Override
  protected boolean accept(Task task, long delayNanos) {
    if (delayNanos > 0 || target == null || engine().isStopped()) {
      return super.accept(task, delayNanos);
    }
    task.primeFired(engine().now());
    target.hand(task);
    return true;
  }

  /**
   * Arms a new task; {@return whether it was taken, and not withdrawn meanwhile} Reports to {@code
   * RxJavaPlugins.onError} if the timer refuses it.
   *
   * @param task a task that no other thread has seen yet
   * @param by this owner, or that of a Worker of this scheduler
   * @param delayNanos the delay; zero or less means at once, without the wheel
   */
  boolean takes(Task task, TaskOwner by, long delayNanos) {
    try {
      if (by.arm(task, delayNanos)) {
        return !task.isWithdrawn();
      }
      if (state().lets(false) && engine().isStopped()) {
        RxJavaPlugins.onError(new RejectedExecutionException("the timer was stopped: " + timer()));
      }
    } catch (RejectedExecutionException limitReached) {
      RxJavaPlugins.onError(limitReached);
    }
    return false;
  }

  @Override
  protected @Nullable RxTarget executor() {
    return target;
  }

  @Override
  public boolean failed(Throwable cause, boolean periodic) {
    try {
      RxJavaPlugins.onError(cause);
    } catch (Throwable handlerFailed) {
      // ignored, as the JVM ignores an exception of an uncaught handler
    }
    return false;
  }

  /**
   * The objects that hold a Worker of another scheduler, so that a shutdown disposes of all. They
   * are held weakly.
   *
   * <p>Thread-safe. Striped, so that threads seldom contend; each stripe has a monitor, held for
   * one look-up, and never while other code is called.
   */
  static final class Borrowers {
    private static final int STRIPES =
        Integer.highestOneBit(4 * Runtime.getRuntime().availableProcessors());

    /** Each guarded by itself. */
    private final List<Map<Disposable, Boolean>> stripes = new ArrayList<>(STRIPES);

    /** Set before the stripes are searched, read after one was added. */
    private volatile boolean closed;

    Borrowers() {
      for (int i = 0; i < STRIPES; i++) {
        stripes.add(new WeakHashMap<>());
      }
    }

    /** Adds one, or disposes of it after {@link #dispose}. */
    void add(Disposable borrower) {
      Map<Disposable, Boolean> stripe = stripeOf(borrower);
      synchronized (stripe) {
        stripe.put(borrower, true);
      }
      if (closed) {
        borrower.dispose();
      }
    }

    void remove(Disposable borrower) {
      Map<Disposable, Boolean> stripe = stripeOf(borrower);
      synchronized (stripe) {
        stripe.remove(borrower);
      }
    }

    private Map<Disposable, Boolean> stripeOf(Disposable borrower) {
      int hash = System.identityHashCode(borrower) * 0x9E3779B9;
      return stripes.get((hash >>> 16) & (STRIPES - 1));
    }

    /** Disposes of all that were added, and of all that are added later. */
    void dispose() {
      closed = true;
      List<Disposable> left = new ArrayList<>();
      for (Map<Disposable, Boolean> stripe : stripes) {
        synchronized (stripe) {
          left.addAll(stripe.keySet());
          stripe.clear();
        }
      }
      Callbacks.callEach(left, Disposable::dispose);
    }
  }
}
