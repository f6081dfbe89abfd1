package io.loomwheel.internal.dispatch;

import io.loomwheel.internal.dispatch.RejectedTask.Droppable;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.drive.LatenessHistogram;
import io.loomwheel.internal.drive.Outlet;
import io.loomwheel.internal.drive.Recording;
import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.WheelNode;
import java.lang.ref.Cleaner;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.SequencedSet;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands fired nodes and other tasks to an executor. A {@link Droppable} one that it refuses goes to
 * the handler of rejections, if any; others, and where the handler fails, to a fresh virtual
 * thread. Loses nothing, and throws nothing while there is stack: if there is no memory for a
 * thread, a fired node stays in the driver's buffer, to be handed on again; for other callers the
 * task runs on the calling thread.
 *
 * <p>Thread-safe.
 */
public final class Dispatcher implements Outlet {
  /** Made by the thread that needs it first, in the class's monitor. */
  private static @Nullable Cleaner cleaner;

  /** Runs a short step of ours on the thread that hands it on; on a fresh one if it fails there. */
  public static final Executor HERE =
      step -> {
        try {
          step.run();
        } catch (Throwable noMemory) {
          PerTask.SHARED.execute(step);
        }
      };

  private static final Logger LOG = LoggerFactory.getLogger("io.loomwheel.WheelTimer");

  /** One of so many nodes has the time measured that it waits in the executor. */
  private static final int ONE_IN = TaskRelay.Offer.BlockOffer.BLOCK;

  /** So many nodes take less memory, and no more time, one by one. */
  private static final int FEW = 4;

  /** So many steps take the driver 100 µs at most; another thread's wake-up costs as much. */
  private static final int MOST_STEPS = 64;

  private final String name;
  private final Executor executor;

  private final @Nullable BiConsumer<? super Runnable, ? super RejectedExecutionException>
      onRejected;

  private final Runnable recorded;
  private final Executor fresh;

  /** Refusals by executors so far. The thread that was refused adds one. */
  public final LongAdder rejections = new LongAdder();

  /** How long the measured nodes waited until the executor began them. */
  public final LatenessHistogram untilBegun = new LatenessHistogram();

  /** How many nodes were handed on one by one. Used by the thread that turns the wheels. */
  private int handedOn;

  /** How many nodes are being handed on, or zero. Used by the same thread. */
  private int turning;

  /** What is to run once the nodes are handed on. Used by the same thread. */
  private final SequencedSet<Runnable> steps = new LinkedHashSet<>();

  /**
   * Makes a dispatcher. The handler of rejections, if any, gets the droppable tasks that the
   * executor refuses; {@code recorded} is called at each turn while the flight recorder is on.
   */
  public Dispatcher(
      String name,
      Executor executor,
      @Nullable BiConsumer<? super Runnable, ? super RejectedExecutionException> onRejected,
      Runnable recorded,
      Executor fresh) {
    this.name = name;
    this.executor = Objects.requireNonNull(executor, "executor");
    this.onRejected = onRejected;
    this.recorded = recorded;
    this.fresh = fresh;
  }

  /**
   * {@return what starts a thread for each task of a timer} Its context class loader is that of the
   * executor if that is a relay, otherwise that of the thread that calls this.
   */
  public static Executor freshThreads(String timer, Executor executor) {
    ClassLoader callers = Thread.currentThread().getContextClassLoader();
    ClassLoader loader = executor instanceof TaskRelay relay ? relay.loader : callers;
    return new PerTask(timer.concat("-task"), loader);
  }

  /**
   * {@return what runs actions once objects can't be reached: one thread for all} Not made with
   * this class, which would fail for ever if there was no thread then.
   */
  public static synchronized Cleaner cleaner() {
    cleaner = cleaner == null ? Cleaner.create() : cleaner;
    return cleaner;
  }

  @Override
  public @Nullable Recording recording() {
    try {
      Recording begun = Recording.begin(name);
      if (begun != null) {
        recorded.run();
      }
      return begun;
    } catch (Throwable notRecorded) { // its classes may fail for ever, once there is no memory
      return null;
    }
  }

  @Override
  public void accept(WheelNode node) {
    dispatch(node, node.executor());
  }

  @Override
  public boolean mayRunInline(WheelNode node) {
    return !isRelay(node.executor());
  }

  /** Hands many nodes over at once, unless one of them names an executor of its own. */
  @Override
  public void acceptAll(ExpiredBuffer expired) {
    boolean few = expired.size() <= MOST_STEPS;
    boolean atOnce = expired.size() > FEW && expired.isUnowned() && !(few && expired.hasStep());
    if (!atOnce || !(executor instanceof TaskRelay relay) || !isOffered(expired, relay)) {
      int outer = turning; // that of a task which moves the clock further
      turning = expired.size();
      try {
        expired.drainTo(this::handOn);
      } finally {
        try {
          while (!steps.isEmpty()) {
            Runnable step = steps.removeFirst();
            if (!few || !hasRun(step)) {
              dispatch(step);
            }
          }
        } finally {
          turning = outer;
        }
      }
    }
  }

  /** {@return whether it has run here, to its end} */
  private boolean hasRun(Runnable step) {
    try {
      step.run();
      return true;
    } catch (Throwable failure) {
      turnFailed(failure);
      return false;
    }
  }

  /**
   * Runs a step of ours, which takes a few microseconds and calls no user code, behind the nodes
   * that are handed on now, once for all that ask: here, if they are few; otherwise, or if it fails
   * here, in the executor.
   */
  public void dispatchStep(Runnable step) {
    if (turning == 0) {
      dispatch(step);
    } else {
      steps.add(step);
    }
  }

  /** {@return whether a relay was offered all nodes, or none, for lack of memory} */
  private boolean isOffered(ExpiredBuffer expired, TaskRelay relay) {
    try {
      long now = System.nanoTime();
      expired.handOver(
          (all, keeps) ->
              relay.executeAll(
                  all,
                  () -> untilBegun.add(System.nanoTime() - now),
                  (task, failure) -> {
                    if (!isTakenAfter(failure, task, relay)) {
                      keeps.accept((WheelNode) task);
                    }
                  }));
      return true;
    } catch (Throwable noMemory) {
      return false;
    }
  }

  private boolean handOn(WheelNode node) {
    if (turning <= MOST_STEPS && node.isStep()) {
      return hasRun(node) || !node.isPending(); // an Error before it began: it is run again
    }
    Executor own = node.executor();
    boolean isTimed = own == null && handedOn++ % ONE_IN == 0;
    Runnable task = isTimed ? new TimedTask(node, untilBegun, System.nanoTime()) : node;
    return takes(task, own);
  }

  /** Logs on a thread of its own: the caller may hold a lock, for which one that logs waits. */
  @Override
  public void refusing(long soFar, long most) {
    try {
      fresh.execute(() -> warn(soFar, most));
    } catch (Throwable noMemory) {
      // the refusal says enough
    }
  }

  private void warn(long soFar, long most) {
    LOG.warn("Timer '{}' refuses timeouts, {} so far: maxPendingTimeouts is {}", name, soFar, most);
  }

  @Override
  public void turnFailed(Throwable cause) {
    try {
      LOG.error("Turning the wheels of timer '{}' failed; going on", name, cause);
    } catch (Throwable logFailed) {
      // nobody is left to notify
    }
  }

  /**
   * Hands a task that handles its own exceptions to the executor. It runs on the calling thread if
   * no thread can be started; if the thread is at the end of its stack, that is thrown instead.
   */
  public void dispatch(Runnable task) {
    dispatch(task, null);
  }

  /** As {@link #dispatch(Runnable)}, to a certain executor; null means that of this dispatcher. */
  public void dispatch(Runnable task, @Nullable Executor by) {
    if (!takes(task, by)) {
      Callbacks.requireStack(200);
      task.run();
    }
  }

  /** As {@link #dispatch(Runnable, Executor)}; {@return false if no thread can be started} */
  public boolean takes(Runnable task, @Nullable Executor by) {
    Objects.requireNonNull(task, "task");
    Executor taker = by == null ? executor : by;
    try {
      taker.execute(task);
      return true;
    } catch (Throwable failure) {
      return isTakenAfter(failure, task instanceof TimedTask timed ? timed.task : task, taker);
    }
  }

  /** A task whose time in the executor is measured. */
  private record TimedTask(Runnable task, LatenessHistogram waits, long handedOnAt)
      implements Runnable {
    @Override
    public void run() {
      try {
        waits.add(System.nanoTime() - handedOnAt);
      } finally { // it may find no memory
        task.run();
      }
    }

    @Override
    public String toString() {
      return task.toString();
    }
  }

  /** Does once what the first node to run would have the JVM load and link, which takes memory. */
  @Override
  public void prepare() {
    acceptAll(new ExpiredBuffer());
    if (executor instanceof TaskRelay relay) {
      Runnable[] nothing = {TaskRelay.NOTHING};
      relay.executeAll(nothing, TaskRelay.NOTHING, (task, failure) -> {});
    }
  }

  /**
   * {@return whether an executor, or if it is null that of this dispatcher, is a relay, which gains
   * from {@link #acceptAll} and runs no task inside the call that hands it over}
   */
  public boolean isRelay(@Nullable Executor by) {
    return (by == null ? executor : by) instanceof TaskRelay;
  }

  /**
   * Visits the tasks that wait in the executor, if it is one that can be asked: a relay or a {@code
   * ThreadPoolExecutor}; one that queues them within others has none of ours. Tasks that begin
   * meanwhile may be visited or not.
   */
  public void forEachWaiting(Consumer<? super Runnable> visit) {
    Consumer<Runnable> bare =
        task -> visit.accept(task instanceof TimedTask timed ? timed.task : task);
    if (executor instanceof TaskRelay relay) {
      relay.forEachWaiting(bare);
    } else if (executor instanceof ThreadPoolExecutor pool) {
      for (Runnable task : pool.getQueue()) { // forEach would hold the lock of some queues
        bare.accept(task);
      }
    }
  }

  /** {@return how many tasks a relay has run on platform threads; zero for other executors} */
  public long rescued() {
    return executor instanceof TaskRelay relay ? relay.rescuedTasks() : 0;
  }

  /**
   * {@return whether the handler of rejections or a fresh thread has taken a task that the executor
   * has not} All that allocates or calls user code, even for a message, is in a try: whatever
   * fails, the task is taken by one or by none.
   */
  private boolean isTakenAfter(Throwable failure, Runnable task, Executor by) {
    RejectedTask handed = null;
    try {
      rejections.increment();
      RejectedExecutionException reason = reason(by, failure);
      record(reason);
      if (onRejected != null && task instanceof Droppable user && user.mayBeDropped()) {
        handed = new RejectedTask(user, fresh);
        onRejected.accept(handed, reason);
        return true;
      }
    } catch (Throwable handlerFailed) {
      if (handed != null && handed.take() == null) {
        return true; // it was run or dropped before the handler failed
      }
    }
    try {
      if (!(task instanceof Droppable taken && taken.hasRun())) { // and then the executor failed
        fresh.execute(task);
      }
      return true;
    } catch (Throwable noThread) {
      return false;
    }
  }

  private void record(RejectedExecutionException reason) {
    try {
      Recording.rejected(name, reason);
    } catch (Throwable notRecorded) {
      // the handler is to know of it all the same
    }
  }

  private static RejectedExecutionException reason(Executor by, Throwable failure) {
    if (failure instanceof RejectedExecutionException refused) {
      return refused;
    }
    String name;
    try {
      name = by.toString();
    } catch (Throwable nameless) { // such as a proxy's whose target is gone
      name = by.getClass().getName();
    }
    return new RejectedExecutionException("the executor failed: " + name, failure);
  }
}
