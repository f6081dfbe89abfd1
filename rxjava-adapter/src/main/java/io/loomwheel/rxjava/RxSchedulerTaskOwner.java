package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.loom.internal.DrainingTaskOwner;
import io.loomwheel.loom.internal.Task;
import io.loomwheel.loom.internal.TaskOwner;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
  private final TargetRegistry registry = new TargetRegistry();

  RxSchedulerTaskOwner(
      WheelTimer timer, boolean ownsTimer, boolean interrupts, @Nullable RxTarget target) {
    super(timer, target, ownsTimer, interrupts);
    this.target = target;
  }

  /** Ends all tasks. Idempotent; doesn't wait. */
  void shutdown() {
    Callbacks.callEach(
        List.<Runnable>of(this::close, registry::dispose, this::stopTimer), Runnable::run);
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
  TargetRegistry targetRegistry() {
    return registry;
  }

  @Override
  protected void terminated() {}

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

  @Nullable RxTarget target() {
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
   * The Workers that hold a Worker of another scheduler, so that a shutdown disposes of all. They
   * are held weakly; an unreachable one is removed when the next is added. Thread-safe.
   */
  static final class TargetRegistry {
    /** Added by the thread that makes a Worker; removed by one that disposes of it or adds one. */
    private final Set<Reference<Disposable>> all = ConcurrentHashMap.newKeySet();

    /** Unreachable ones. Filled by the garbage collector, emptied by threads that add one. */
    private final ReferenceQueue<Disposable> forgotten = new ReferenceQueue<>();

    /** Set before all are disposed of, read after one was added. */
    private volatile boolean disposed;

    /** Adds one, or disposes of it after {@link #dispose}. {@return what to remove} */
    Reference<Disposable> add(Disposable registrant) {
      Reference<Disposable> added = new WeakReference<>(registrant, forgotten);
      all.add(added);
      for (Reference<?> gone; (gone = forgotten.poll()) != null; ) {
        all.remove(gone);
      }
      if (disposed) {
        registrant.dispose();
      }
      return added;
    }

    void remove(@Nullable Reference<Disposable> added) {
      if (added != null) {
        all.remove(added);
      }
    }

    /** Disposes of all that were added, and of all that are added later. */
    void dispose() {
      disposed = true;
      Callbacks.callEach(
          all,
          added -> {
            Disposable registrant = added.get();
            if (registrant != null) {
              registrant.dispose();
            }
          });
    }
  }
}
