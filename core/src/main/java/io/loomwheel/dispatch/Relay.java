package io.loomwheel.dispatch;

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
 * Runs tasks on virtual threads: a thread for each task that blocks, not for each task.
 *
 * <p>Tasks go into one queue. Whoever drains it is a virtual thread; before it runs a task while
 * more are queued, it makes sure that one <em>relief</em> has been started. A relief only gets a
 * carrier when one is free: because there are more cores, or because the drainer's task blocked. So
 * while nothing blocks, a handful of threads run thousands of tasks; when everything blocks, each
 * task has a thread; and no task ever waits behind a blocked one.
 *
 * <p><b>Invariant:</b> while the queue is not empty, a drainer is between two tasks, or a relief is
 * started that has not polled yet, or an offer is about to start one. It holds because {@link
 * #execute} enqueues before it looks for a relief and counts on none whose start may still fail, a
 * relief makes room for the next before it polls for the first time, and a drainer only stops when
 * it has seen the queue empty. While there is no memory for threads a drainer goes on without a
 * relief, and an offer is refused.
 *
 * <p>Tasks may share a thread, one after the other, as on any pool: thread locals may be seen by a
 * later task; an interrupt is cleared between two. {@link #perTask()} gives each its own thread.
 * Thread-safe; {@link #execute} never blocks. The cost of a task that doesn't block is that of the
 * queue; of one that does, that of a virtual thread.
 */
public final class Relay implements Executor {
  /** Tasks a drainer runs before it lets the carrier's other virtual threads have a turn. */
  private static final int BATCH = 128;

  private static final Relay SHARED = new Relay();
  private static final Executor PER_TASK = new PerTask("loomwheel-task");
  private static final VarHandle RELIEF;

  static {
    try {
      RELIEF = MethodHandles.lookup().findVarHandle(Relay.class, "relief", Relief.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Executor threads;
  private final Queue<Offer> queue;

  /**
   * The relief that is being started or has not begun to run, or null. Set by compare-and-set by
   * whoever starts it, cleared so by the relief as its first act, with a full fence, because it
   * looks at the queue next.
   */
  private volatile @Nullable Relief relief;

  /** Makes a relay with a queue of its own. */
  public Relay() {
    this(new PerTask("loomwheel-relay"));
  }

  /** Makes a relay whose reliefs are started by an executor, so that races can be proved. */
  Relay(Executor threads) {
    this(threads, new ConcurrentLinkedQueue<>());
  }

  /**
   * Makes a relay whose every step can be watched.
   *
   * @param threads starts a thread for a relief, or throws
   * @param queue empty, thread-safe, first come first
   */
  Relay(Executor threads, Queue<Offer> queue) {
    this.threads = threads;
    this.queue = queue;
  }

  /** {@return the relay that timers use by default, one for the JVM} */
  public static Relay shared() {
    return SHARED;
  }

  /** {@return an executor that starts a new virtual thread for each task} */
  public static Executor perTask() {
    return PER_TASK;
  }

  /**
   * Has a task run soon. What it throws goes to the handler of uncaught exceptions of its thread.
   *
   * @param task run once
   * @throws RejectedExecutionException if no thread could be started; the task will not run
   */
  @Override
  public void execute(Runnable task) {
    Objects.requireNonNull(task, "task");
    Offer offer = new SingleOffer(task);
    Throwable noThread = offer(offer);
    if (noThread != null && offer.take(new Offer.Place()) != null) {
      throw refusal(noThread);
    }
  }

  /**
   * Has tasks run soon, as {@link #execute} would, at a fraction of its cost for each. If it
   * throws, for want of memory, it has taken none.
   *
   * @param tasks the first {@code count} are run once; the array is the relay's from now on
   * @param count how many
   * @param touch reads what a task will read first; called for several tasks before they run, some
   *     of which may be running already
   * @param onRejected gets those that will not run, because no thread could be started
   */
  void executeAll(
      @Nullable Runnable[] tasks,
      int count,
      ToIntFunction<? super Runnable> touch,
      BiConsumer<? super Runnable, ? super RejectedExecutionException> onRejected) {
    Offer offer = new BlockOffer(tasks, count, touch);
    Throwable noThread = offer(offer);
    if (noThread != null) {
      RejectedExecutionException refused = refusal(noThread);
      Offer.Place place = new Offer.Place();
      for (Runnable task; (task = offer.take(place)) != null; ) {
        onRejected.accept(task, refused);
      }
    }
  }

  /** {@return null, or why nobody may come for the offer} */
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

  private void relieve() {
    Relief other = relief;
    if (other == null || !other.started) {
      Relief mine = new Relief();
      boolean first = RELIEF.compareAndSet(this, null, mine);
      try {
        threads.execute(mine);
        mine.started = true;
      } catch (Throwable t) {
        if (first) {
          RELIEF.compareAndSet(this, mine, null);
        }
        throw t;
      }
    }
  }

  private void drain() {
    int ran = 0;
    Offer.Place place = new Offer.Place();
    for (Offer offer; (offer = queue.peek()) != null; ) {
      Runnable task = offer.take(place);
      if (task == null || offer.isSpent()) {
        queue.remove(offer);
      }
      if (task != null) {
        if (!queue.isEmpty()) {
          relieveIfPossible();
        }
        run(task);
        if (++ran % BATCH == 0) {
          Thread.yield();
        }
      }
    }
  }

  /** What a new thread does: it makes room for the next relief, and then drains. */
  private final class Relief implements Runnable {
    /**
     * Written once, by whoever started the thread. Until then nobody may count on it, because the
     * start may fail, and whoever finds it unset starts a relief beside it.
     */
    volatile boolean started;

    @Override
    public void run() {
      RELIEF.compareAndSet(Relay.this, this, null);
      drain();
    }
  }

  /**
   * Without a relief the tasks behind this one wait for it, or for the relief of the next offer,
   * which is better than not running.
   */
  private void relieveIfPossible() {
    try {
      relieve();
    } catch (Throwable noThread) {
      Thread.yield();
    }
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable t) {
      tellHandler(t);
    } finally {
      Thread.interrupted();
    }
  }

  /** A drainer may be the last one, so that nothing may end it. */
  private static void tellHandler(Throwable failure) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    } catch (Throwable handlerFailed) {
      // as the JVM does with what such a handler throws
    }
  }
}
