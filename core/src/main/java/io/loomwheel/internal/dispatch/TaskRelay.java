package io.loomwheel.internal.dispatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The implementation of {@link io.loomwheel.dispatch.Relay}, which has the contract.
 *
 * <p>Tasks go into one queue. A drainer is a virtual thread that takes tasks from it. Before it
 * runs a task while more are queued, it makes sure that one <em>relief</em> has been started. A
 * relief only gets a carrier when one is free: because there are more cores, or because the
 * drainer's task blocked. So while nothing blocks, a handful of threads run thousands of tasks;
 * when everything blocks, each task has a thread; and no task ever waits behind a blocked one.
 *
 * <p><b>Invariant:</b> while the queue is not empty, a drainer is between two tasks, or a relief is
 * started that has not polled yet, or an offer is about to start one. It holds because {@link
 * #execute} enqueues before it looks for a relief and counts on none whose start may still fail, a
 * relief makes room for the next before it polls for the first time, and a drainer only stops when
 * it has seen the queue empty. While there is no memory for threads a drainer goes on without a
 * relief, and an offer is refused.
 *
 * <p>When no relief has begun for 20 to 60 ms, and no task was taken, a {@link Rescue} lets a few
 * platform threads run tasks until one begins. Thread-safe.
 */
@SuppressWarnings({"exports", "this-escape"}) // its one subclass adds no state
public class TaskRelay implements Executor {
  /** A task that does nothing, and isn't counted. */
  static final Runnable NOTHING = () -> {};

  private static final VarHandle RELIEF;

  static {
    try {
      RELIEF = MethodHandles.lookup().findVarHandle(TaskRelay.class, "relief", Relief.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Executor threads;
  private final Queue<Offer> queue;

  /** The context class loader of every task. Held by nothing but this relay and its tasks. */
  private final @Nullable ClassLoader loader;

  private final Rescue rescue;

  /**
   * The relief that is being started or has not begun to run, or null. Set by compare-and-set by
   * the thread that starts it, and cleared so by the relief as its first act, with a full fence,
   * because it reads the queue next.
   */
  private volatile @Nullable Relief relief;

  /**
   * For the public relay.
   *
   * @param contextClassLoader the context class loader of each task
   */
  protected TaskRelay(@Nullable ClassLoader contextClassLoader) {
    this(
        new PerTask("loomwheel-relay", contextClassLoader),
        new ConcurrentLinkedQueue<>(),
        PlatformStandby.INSTANCE,
        contextClassLoader);
  }

  /** Makes a relay with threads of an executor and no rescue, so that tests can force races. */
  TaskRelay(Executor threads) {
    this(threads, new ConcurrentLinkedQueue<>());
  }

  /**
   * Makes a relay whose every step a test can watch.
   *
   * @param threads starts a thread for a relief, or throws
   * @param queue empty, thread-safe, first come first
   */
  TaskRelay(Executor threads, Queue<Offer> queue) {
    this(threads, queue, Standby.NONE);
  }

  /** Makes a relay with a standby of its own. */
  TaskRelay(Executor threads, Queue<Offer> queue, Standby standby) {
    this(threads, queue, standby, Thread.currentThread().getContextClassLoader());
  }

  private TaskRelay(
      Executor threads, Queue<Offer> queue, Standby standby, @Nullable ClassLoader loader) {
    this.threads = threads;
    this.queue = queue;
    this.loader = loader;
    this.rescue = new Rescue(this, standby);
  }

  /**
   * Runs a task soon. What it throws goes to the uncaught exception handler of its thread.
   *
   * @param task run once
   * @throws RejectedExecutionException if no thread could be started; the task will not run
   */
  @Override
  public void execute(Runnable task) {
    Objects.requireNonNull(task, "task");
    SingleOffer offer = new SingleOffer(task);
    Throwable noThread = offer(offer);
    if (noThread != null && offer.withdraw()) {
      throw refusal(noThread);
    }
  }

  /**
   * Runs tasks soon, as {@link #execute} would, at a fraction of its cost for each. If it throws,
   * for lack of memory, it has taken none.
   *
   * @param tasks the first {@code count} are run once; the array is the relay's from now on
   * @param count how many
   * @param prefetch reads what a task will read first; called for several tasks before they run,
   *     some of which may be running already
   * @param onRejected gets the tasks that will not run, and why no thread could be started; must
   *     not throw
   */
  final void executeAll(
      @Nullable Runnable[] tasks,
      int count,
      ToIntFunction<? super Runnable> prefetch,
      BiConsumer<? super Runnable, ? super Throwable> onRejected) {
    Offer offer = new BlockOffer(tasks, count, prefetch);
    Offer.Place place = new Offer.Place(); // now: once the offer is queued, nothing may fail
    Throwable noThread = offer(offer);
    if (noThread != null) {
      for (Runnable task; (task = offer.take(place)) != null; ) {
        onRejected.accept(task, noThread);
      }
    }
  }

  /** {@return the context class loader of each task} */
  final @Nullable ClassLoader contextClassLoader() {
    return loader;
  }

  /**
   * {@return how many tasks ran on a platform thread, because virtual threads could not begin} Zero
   * while all is well.
   */
  public long rescuedTasks() {
    return rescue.rescuedTasks();
  }

  final Rescue rescue() {
    return rescue;
  }

  final void countRescued() {
    rescue.count();
  }

  /** {@return null, or why no drainer may come for the offer} */
  private @Nullable Throwable offer(Offer offer) {
    queue.add(offer);
    try {
      relieve();
      return null;
    } catch (Throwable noThread) {
      return noThread;
    }
  }

  private static RejectedExecutionException refusal(Throwable noThread) {
    return noThread instanceof RejectedExecutionException refused
        ? refused
        : new RejectedExecutionException("no virtual thread could be started", noThread);
  }

  /** Starts a drainer for the queued tasks, unless one is on the way. */
  final void relieve() {
    Relief other = relief;
    if (other == null || !other.isStarted()) {
      if (other != null && other.isOverdue()) {
        rescue.call();
      } else {
        startRelief();
      }
    }
  }

  private void startRelief() {
    Relief mine = new Relief(this);
    boolean first = RELIEF.compareAndSet(this, null, mine);
    try {
      threads.execute(mine);
      mine.started();
    } catch (Throwable t) {
      if (first) {
        RELIEF.compareAndSet(this, mine, null);
      }
      throw t;
    }
    rescue.watch();
  }

  /** Makes room for the next relief. */
  final void begin(Relief begun) {
    RELIEF.compareAndSet(this, begun, null);
  }

  final @Nullable Relief relief() {
    return relief;
  }

  /** {@return whether no relief is on the way, and none is needed} */
  final boolean isAtRest() {
    return relief == null && queue.peek() == null;
  }

  /** {@return the offers, first come first; added to by the relay, taken from by drainers} */
  final Queue<Offer> queue() {
    return queue;
  }
}
