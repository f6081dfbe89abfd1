package io.loomwheel.internal.dispatch;

import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.Iterator;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The implementation of {@link io.loomwheel.dispatch.Relay}, which has the contract.
 *
 * <p>Before a worker runs a task while more are queued, it makes sure that the <em>next worker</em>
 * has been started.
 *
 * <p><b>Invariant:</b> while the queue is not empty, a worker is between two tasks, or the next
 * worker is started and has not polled yet, or an offer is about to start one. It holds because
 * {@link #execute} enqueues before it reads the next worker and counts on none whose start may
 * still fail, the next worker clears that field before it polls for the first time, and a worker
 * only stops when it has seen the queue empty. While there is no memory for threads a worker goes
 * on without a next one, and an offer is refused.
 *
 * <p>When the next worker has not begun for 20 to 180 ms, and no task was taken, a {@link Rescue}
 * lets a few platform threads run tasks until it begins. Thread-safe.
 */
@SuppressWarnings("this-escape") // its one subclass adds no state
public class TaskRelay implements Executor {
  /** A task that does nothing, and isn't counted. */
  static final Runnable NOTHING = () -> {};

  private static final AtomicReferenceFieldUpdater<TaskRelay, @Nullable RelayWorker> NEXT_WORKER =
      AtomicReferenceFieldUpdater.newUpdater(TaskRelay.class, RelayWorker.class, "nextWorker");

  private final Executor threads;
  final Queue<Offer> queue;

  /** The context class loader of every task. Held by nothing but this relay and its tasks. */
  final @Nullable ClassLoader loader;

  final Rescue rescue;

  /** The worker that is being started or has not begun to run, or null. */
  volatile @Nullable RelayWorker nextWorker;

  /** Makes a relay whose virtual threads have this name and context class loader. */
  public TaskRelay(String name, @Nullable ClassLoader contextClassLoader) {
    this(
        new PerTask(name, contextClassLoader),
        new ConcurrentLinkedQueue<>(),
        Rescue.BackupThreads.INSTANCE,
        contextClassLoader);
  }

  /** Makes a relay whose every step the caller can watch. The queue is empty, first come first. */
  TaskRelay(
      Executor threads,
      Queue<Offer> queue,
      Rescue.BackupThreads backupThreads,
      @Nullable ClassLoader loader) {
    this.threads = threads;
    this.queue = queue;
    this.loader = loader;
    this.rescue = new Rescue(this, backupThreads);
  }

  @Override
  public void execute(Runnable task) {
    Objects.requireNonNull(task, "task");
    Offer.SingleOffer offer = new Offer.SingleOffer(task);
    Throwable noThread = offer(offer);
    if (noThread != null && offer.getAndSet(null) != null) {
      throw noThread instanceof RejectedExecutionException refused
          ? refused
          : new RejectedExecutionException("no virtual thread could be started", noThread);
    }
  }

  /**
   * Runs tasks soon, as {@link #execute} would, at a fraction of its cost for each. If it throws,
   * for lack of memory, it has taken none.
   *
   * @param tasks each is run once; the array is the relay's from now on
   * @param begins called as the first of each {@value Offer.BlockOffer#BLOCK} of them begins
   * @param onRejected gets the tasks that will not run, and why no thread could be started; must
   *     not throw
   */
  final void executeAll(
      @Nullable Runnable[] tasks,
      Runnable begins,
      BiConsumer<? super Runnable, ? super Throwable> onRejected) {
    Offer offer = new Offer.BlockOffer(tasks, begins);
    Offer.Place place = new Offer.Place(); // now: once the offer is queued, nothing may fail
    Throwable noThread = offer(offer);
    if (noThread != null) {
      for (Runnable task; (task = offer.take(place)) != null; ) {
        onRejected.accept(task, noThread);
      }
    }
  }

  public long rescuedTasks() {
    return rescue.rescued.get();
  }

  /** Visits the tasks that no worker has taken, with no lock held. */
  final void forEachWaiting(Consumer<? super Runnable> visit) {
    queue.forEach(offer -> offer.forEach(visit));
  }

  /** {@return null, or why there may be no worker for the offer} */
  private @Nullable Throwable offer(Offer offer) {
    queue.add(offer);
    try {
      ensureNextWorker();
      return null;
    } catch (Throwable noThread) {
      return noThread;
    }
  }

  /** Starts a worker for the queued tasks, unless one is started that has not begun. */
  final void ensureNextWorker() {
    RelayWorker other = nextWorker;
    if (other == null || !other.isStarted) {
      startWorker(other);
    } else if (other == rescue.overdue) {
      rescue.call();
    }
  }

  private void startWorker(@Nullable RelayWorker other) {
    RelayWorker mine = new RelayWorker(null);
    NEXT_WORKER.compareAndSet(this, other, mine); // the start of the other may have failed
    try {
      threads.execute(mine);
      mine.isStarted = true;
    } catch (Throwable t) {
      NEXT_WORKER.compareAndSet(this, mine, null);
      throw t;
    }
    rescue.watch();
  }

  /**
   * The work of one thread: takes the tasks of the relay and runs them, until there are none.
   *
   * <p>First it clears the field of the next worker, so that another can be started. Needs no
   * memory once made.
   */
  final class RelayWorker implements Runnable {
    /** Tasks it runs before it yields to the carrier's other virtual threads. */
    private static final int BATCH = 128;

    /** The power of two of {@link Thread#onSpinWait} that it backs off for at the most. */
    private static final int MOST_CONTENTION = 10;

    /** Whether others may count on it. Set by the thread that starts it, as that may fail. */
    volatile boolean isStarted;

    /** The worker in whose place a backup thread drains until it begins; null in that worker. */
    private final @Nullable RelayWorker overdue;

    private final Offer.Place place = new Offer.Place();
    private int ran;
    private int contention;

    RelayWorker(@Nullable RelayWorker overdue) {
      this.overdue = overdue;
    }

    @Override
    public void run() {
      NEXT_WORKER.compareAndSet(TaskRelay.this, this, null); // another may be started
      drain();
    }

    /**
     * Runs tasks. Ends when the queue is empty, and for no failure: there may be no other worker.
     * So a step that fails on the way to a task, for lack of memory or stack, is tried again, and a
     * task that was taken by then is run.
     */
    void drain() {
      while (true) {
        Runnable task = null;
        try {
          Offer offer = queue.peek();
          if (offer == null || (overdue != null && nextWorker != overdue)) {
            return;
          }
          task = offer.take(place);
          if (task == null || offer.isSpent()) {
            removeFirst(offer);
          }
          if (task == null) {
            backOff();
          } else {
            contention = Math.max(0, contention - 1);
            if (!queue.isEmpty()) {
              ensureNextWorker();
            }
          }
        } catch (Throwable noMemory) {
          // Without a next worker the tasks behind this one wait for it, or for the worker of the
          // next offer, which is better than not running.
          Callbacks.giveWay();
        }
        if (task != null) {
          if (overdue != null && task != NOTHING) {
            rescue.rescued.getAndIncrement(); // allocates nothing: the task was taken
          }
          run(task);
          if (++ran % BATCH == 0) {
            Callbacks.giveWay();
          }
        }
      }
    }

    /**
     * Waits for a moment, at most 40 µs, if other workers are faster: two workers that contend for
     * every task cost five times what one does.
     */
    private void backOff() {
      for (int i = 1 << contention; i > 0; i--) {
        Thread.onSpinWait();
      }
      contention = Math.min(contention + 1, MOST_CONTENTION);
    }

    /**
     * Removes the offer if it is still the first. Another worker may have removed it: {@code
     * queue.remove} would then search all waiting offers for it.
     */
    private void removeFirst(Offer offer) {
      Iterator<Offer> offers = queue.iterator();
      if (offers.hasNext() && offers.next() == offer) {
        offers.remove();
      }
    }

    private void run(Runnable task) {
      try {
        task.run();
      } catch (Throwable t) {
        Callbacks.tellThread(t); // throws nothing: this may be the last worker
      } finally {
        Thread.interrupted(); // the next task gets the thread state that this task found
        Thread thread = Thread.currentThread();
        if (thread.getContextClassLoader() != loader) {
          thread.setContextClassLoader(loader);
        }
      }
    }
  }

  /** One or more tasks offered to a relay at once. Thread-safe: each is taken once. */
  sealed interface Offer {
    /** Takes a task; {@return null if none is left} A worker keeps its place between calls. */
    @Nullable Runnable take(Place place);

    /** {@return whether all were taken; may say so late, unlike {@link #take}} */
    boolean isSpent();

    /** Visits the tasks that were not taken, with no lock held. */
    void forEach(Consumer<? super Runnable> visit);

    /** {@return a number that changes as tasks are taken, other than the last; may lag behind} */
    default int progress() {
      return 0;
    }

    /** Which block of which offer a worker is at. Used by that worker only. */
    final class Place {
      static final int NONE = -1;

      @Nullable Offer offer;
      int block = NONE;
    }

    /** An offer of one task; null once it was taken, by the thread that swapped it out. */
    @SuppressWarnings("serial")
    final class SingleOffer extends AtomicReference<@Nullable Runnable> implements Offer {
      SingleOffer(Runnable task) {
        super(task);
      }

      @Override
      public @Nullable Runnable take(Place place) {
        return getAndSet(null);
      }

      @Override
      public boolean isSpent() {
        return get() == null;
      }

      @Override
      public void forEach(Consumer<? super Runnable> visit) {
        Runnable waits = get();
        if (waits != null) {
          visit.accept(waits);
        }
      }
    }

    /**
     * Many tasks in blocks (ADR 6). A worker takes from a block that no other worker has, while
     * there is one, so that workers on several cores don't contend for every task. After that it
     * takes what is left in the blocks of other workers, which may be blocked.
     *
     * <p>A task goes to the worker that gets its number from the counter of its block.
     */
    final class BlockOffer implements Offer {
      static final int BLOCK = 16;

      /** Counters are a cache line apart. */
      private static final int STRIDE = 16;

      /** Cells are set to null as they are taken: a long offer holds no task that has run. */
      private final @Nullable Runnable[] tasks;

      /** Called by the worker that begins a block; throws nothing. */
      private final Runnable begins;

      private final int blocks;

      /** How many tasks of a block were given out, or a few more. */
      private final AtomicIntegerArray taken;

      /** How many blocks have, or have had, a worker, or a few more. */
      private final AtomicInteger begun = new AtomicInteger();

      /** How many blocks have nothing left. */
      private final AtomicInteger emptied = new AtomicInteger();

      /** Blocks before this one are empty. A hint. */
      private int searchFrom;

      BlockOffer(@Nullable Runnable[] tasks, Runnable begins) {
        this.begins = begins;
        this.tasks = tasks;
        this.blocks = Math.ceilDiv(tasks.length, BLOCK);
        this.taken = new AtomicIntegerArray(blocks * STRIDE);
      }

      @Override
      public @Nullable Runnable take(Place place) {
        if (place.offer != this) {
          place.offer = this;
          place.block = freshBlock();
        }
        while (true) {
          int block = place.block == Place.NONE ? blockWithRest() : place.block;
          if (block == Place.NONE) {
            return null;
          }
          place.block = block;
          int i = taken.getAndIncrement(block * STRIDE);
          if (i < lengthOf(block)) {
            return takeFrom(block, i);
          }
          place.block = freshBlock();
        }
      }

      private @Nullable Runnable takeFrom(int block, int i) {
        if (i == 0) {
          prefetch(block);
        }
        if (i == lengthOf(block) - 1) {
          emptied.incrementAndGet();
        }
        int at = block * BLOCK + i;
        Runnable task = tasks[at];
        tasks[at] = null;
        return task;
      }

      /** Throws nothing: the worker has a task's number from the counter, and no other gets it. */
      private void prefetch(int block) {
        try {
          begins.run();
          int from = block * BLOCK;
          WheelNode.prefetch(tasks, from, from + lengthOf(block));
        } catch (Throwable untouched) {
          // the tasks run all the same, with cache misses
        }
      }

      private int freshBlock() {
        if (begun.get() >= blocks) {
          return Place.NONE;
        }
        int block = begun.getAndIncrement();
        return block < blocks ? block : Place.NONE;
      }

      private int blockWithRest() {
        for (int block = searchFrom; block < blocks; block++) {
          if (taken.get(block * STRIDE) < lengthOf(block)) {
            searchFrom = block;
            return block;
          }
        }
        return Place.NONE;
      }

      private int lengthOf(int block) {
        return Math.min(BLOCK, tasks.length - block * BLOCK);
      }

      @Override
      public boolean isSpent() {
        return emptied.get() == blocks;
      }

      @Override
      public void forEach(Consumer<? super Runnable> visit) {
        for (Runnable waits : tasks) {
          if (waits != null) {
            visit.accept(waits);
          }
        }
      }

      /** Reads the counter of each block. */
      @Override
      public int progress() {
        int sum = 0;
        for (int block = 0; block < blocks; block++) {
          sum += Math.min(taken.get(block * STRIDE), lengthOf(block));
        }
        return sum;
      }
    }
  }
}
