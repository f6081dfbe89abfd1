package io.loomwheel.loom;

import io.loomwheel.dispatch.Relay;
import io.loomwheel.internal.dispatch.PerTask;
import io.loomwheel.internal.drive.Callbacks;
import java.util.LinkedList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs each task on a virtual thread, without a limit or with at most a set number at once.
 *
 * <p>Adds a limit, a failure handler and context propagation to {@link
 * java.util.concurrent.Executors#newThreadPerTaskExecutor}. As there, {@link #shutdownNow}
 * interrupts each task that has a thread, begun or not, and doesn't return it. Threads inherit no
 * thread locals; tasks see the context class loader of the thread that builds the executor. Before
 * Java 24 a virtual thread that blocks inside {@code synchronized} keeps its carrier. Thread-safe.
 * Submitting never waits; it costs a thread and a set entry.
 */
public final class VirtualThreadExecutor extends LoomExecutorService {
  private final Executor starter;
  private final @Nullable Admission admission;
  private final ContextCapture capture;
  private final BiConsumer<? super Runnable, ? super Throwable> onFailure;
  private final Set<ActiveTask> runs = ConcurrentHashMap.newKeySet();

  /** The number of the next task. Written by any thread, racy: two may have the same. */
  private int number;

  /** Set once; read after adding a task to {@link #runs}, so at least one side sees the other. */
  private volatile boolean shutdown;

  private VirtualThreadExecutor(Builder builder) {
    super("VirtualThreadExecutor[", new RunCounts());
    if (builder.relayed && builder.namePrefix != null) {
      throw new IllegalStateException(
          "threads that tasks share can't be named '" + builder.namePrefix + "'; choose one");
    }
    Executor given = builder.starter;
    starter =
        given != null ? given : builder.relayed ? new Relay() : threadEach(builder.namePrefix);
    int most = builder.maxRunning;
    admission = most == Integer.MAX_VALUE ? null : new Admission(most, builder.maxWaiting);
    capture = builder.capture;
    var handler = builder.onFailure;
    onFailure = // made here, as a task may have left no memory
        (command, cause) -> {
          ExecutorTaskOwner.ExecutorTask.cancelFuture(command); // it may never have run
          handler.accept(command, cause);
        };
  }

  private static Executor threadEach(@Nullable String namePrefix) {
    Thread.Builder.OfVirtual threads = Thread.ofVirtual().inheritInheritableThreadLocals(false);
    ThreadFactory factory = (namePrefix == null ? threads : threads.name(namePrefix, 0)).factory();
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return task -> {
      Thread thread = factory.newThread(task);
      thread.setContextClassLoader(loader);
      PerTask.start(thread);
    };
  }

  /** {@return an executor without a limit, whose threads have no names} */
  public static VirtualThreadExecutor create() {
    return builder().build();
  }

  /** {@return a builder with the defaults of {@link #create}} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Runs a task. An exception from the task goes to the failure handler.
   *
   * @param command run once
   * @throws RejectedExecutionException if this executor was shut down, or its limit is reached
   */
  @Override
  public void execute(Runnable command) {
    Objects.requireNonNull(command, "command");
    ActiveTask run = new ActiveTask(command, capture.wrap(command), number++);
    boolean admitted = false;
    try {
      runs.add(run);
      requireOpen();
      admitted = admission == null || admission.enter(run);
      if (admitted) {
        starter.execute(() -> perform(run));
      }
    } catch (Throwable refused) {
      ActiveTask next = null;
      if (admitted) {
        try {
          if (!run.claim()) {
            return; // it has begun, and ends its own turn
          }
          next = nextTurn(); // first, as it needs less stack than to forget
        } catch (Throwable noStack) { // and there was none to start it, either
          if (admission != null) {
            synchronized (admission) { // no call in here: there may be no stack for one
              admission.running--;
            }
          }
        }
      }
      run.begun = true; // for a shutdown, if there is no stack to forget it
      try {
        forget(run);
      } finally {
        perform(next); // it was accepted and has no other thread
      }
      if (admitted && refused instanceof OutOfMemoryError) {
        throw new RejectedExecutionException("no virtual thread could be started", refused);
      }
      throw refused;
    }
  }

  private void requireOpen() {
    if (shutdown) {
      throw new RejectedExecutionException("the executor was shut down");
    }
  }

  /** Runs tasks. The thread may be that of a submitter, whose interrupt is for none of them. */
  private void perform(@Nullable ActiveTask first) {
    boolean found = Thread.interrupted();
    try {
      for (ActiveTask run = first; run != null && run.begin(); run = nextTurn()) {
        try {
          RunCounts.count(counts.begun);
          run.task.run();
        } catch (Throwable t) {
          tell(onFailure, run.command, t);
        } finally {
          RunCounts.count(counts.ended); // before a shutdown may forget it
          boolean ours = run.end();
          ours = ours || (run.command instanceof Future<?> future && future.isCancelled());
          found |= Thread.interrupted() && !ours;
          try {
            forget(run);
          } catch (Throwable noMemory) {
            // a shutdown does: here the next task has its turn
          }
        }
      }
    } finally {
      if (found) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Ends a turn and starts the next waiting task. {@return that task, for the calling thread to
   * run, if no thread can be started; otherwise null}
   */
  private @Nullable ActiveTask nextTurn() {
    ActiveTask next = admission == null ? null : admission.endTurn();
    if (next != null) {
      try {
        starter.execute(() -> perform(next));
        return null;
      } catch (Throwable noThread) {
        // the calling one runs it
      }
    }
    return next;
  }

  private void forget(ActiveTask run) {
    runs.remove(run);
    tryTerminate();
  }

  private void tryTerminate() {
    if (shutdown && runs.isEmpty() && !runs.iterator().hasNext()) { // the former is an estimate
      counts.terminated.countDown();
    }
  }

  @Override
  long size() {
    return runs.size();
  }

  @Override
  public void shutdown() {
    shutdown = true;
    Callbacks.runEach(
        () -> runs.removeIf(ActiveTask::isOver), // what a thread had no stack to forget
        this::tryTerminate);
  }

  /**
   * Rejects new tasks and interrupts the accepted ones. A task whose thread has not begun yet is
   * interrupted as it begins. So each of their futures completes.
   *
   * <p>If an interrupt throws, the other tasks are interrupted all the same. Then this throws, and
   * the next call returns the tasks.
   *
   * @return the tasks that waited under a limit, in order of submission; they have not begun, and
   *     their futures are not cancelled. Empty without a limit
   */
  @Override
  public List<Runnable> shutdownNow() {
    Callbacks.requireStack(100); // a thread that the JDK can't wake in the middle stays parked
    shutdown();
    if (admission != null) {
      admission.withdraw();
    }
    Callbacks.callEach(runs, ActiveTask::interrupt);
    return takeWithdrawn();
  }

  /**
   * Rejects new tasks and waits until all have ended. If the calling thread is interrupted, so is
   * each task. Tasks that wait under a limit still run, and are interrupted as they begin, because
   * this method can't return them.
   */
  @Override
  public void close() {
    closeAndWait(() -> Callbacks.callEach(runs, ActiveTask::interrupt));
  }

  @Override
  public boolean isShutdown() {
    return shutdown;
  }

  /**
   * A submitted task: not begun, running on a thread, or ended. Thread-safe by its monitor, held
   * for a few stores and an interrupt, which so can't hit the next task on the same thread.
   */
  static final class ActiveTask {
    private final Runnable command;
    private final Runnable task; // runs in place of the command, and has its context

    /** Tasks of successive numbers are neighbours in the set; by identity each is a cache miss. */
    private final int number;

    /** The thread that runs the task, written by itself; null before and after. */
    private @Nullable Thread thread;

    /** Whether a thread has begun the task, or none will. Set once, by that thread. */
    private boolean begun;

    /** Whether a shutdown has interrupted the task; a thread that begins later reads it. */
    private boolean interrupted;

    ActiveTask(Runnable command, Runnable task, int number) {
      this.command = command;
      this.task = task;
      this.number = number;
    }

    @Override
    @SuppressWarnings("EqualsHashCode") // equal are the same
    public int hashCode() {
      return number;
    }

    /** {@return whether the calling thread is to run it} If so, delivers an earlier interrupt. */
    synchronized boolean begin() {
      if (!claim()) {
        return false;
      }
      thread = Thread.currentThread();
      if (interrupted) {
        thread.interrupt();
      }
      return true;
    }

    /** {@return whether no thread has begun it} If so, none will but the calling one. */
    synchronized boolean claim() {
      boolean first = !begun;
      begun = true;
      return first;
    }

    /** {@return whether {@link #interrupt} was called} From now on it interrupts no thread. */
    synchronized boolean end() {
      thread = null;
      return interrupted;
    }

    /** {@return whether it was claimed and doesn't run: it was refused, or has ended} */
    synchronized boolean isOver() {
      return begun && thread == null;
    }

    /** Interrupts the task's thread, now or as soon as the task begins. */
    synchronized void interrupt() {
      interrupted = true;
      if (thread != null) {
        thread.interrupt();
      }
    }
  }

  /**
   * Decides which tasks run and which wait, in FIFO order, with a limit for each. Thread-safe by
   * its monitor, held for a few stores.
   */
  final class Admission {
    private final int maxRunning;
    private final int maxWaiting;

    /** Accepted tasks without a turn. Submitters add; ends of turns and a shutdown remove. */
    @SuppressWarnings("JdkObsolete") // a failure to add changes nothing, unlike in an array
    private final Queue<ActiveTask> waiting = new LinkedList<>();

    /** Turns in use. A submitter raises it; the end of a turn lowers it if no task waits. */
    private int running;

    Admission(int maxRunning, int maxWaiting) {
      this.maxRunning = maxRunning;
      this.maxWaiting = maxWaiting;
    }

    /** {@return true if the task may run, false if it waits} Rejects it beyond both limits. */
    synchronized boolean enter(ActiveTask run) {
      requireOpen(); // here: a shutdown takes what waits in this monitor, and nothing later
      if (running < maxRunning) {
        running++;
        return true;
      }
      if (waiting.size() == maxWaiting) {
        throw new RejectedExecutionException(
            maxRunning + " tasks run and " + maxWaiting + " wait, which is the limit");
      }
      waiting.add(run);
      return false;
    }

    /** Ends a turn. {@return the task that runs next, or null if none waits} */
    synchronized @Nullable ActiveTask endTurn() {
      ActiveTask next = waiting.poll();
      if (next == null) {
        running--;
      }
      return next;
    }

    /** Takes out all that waits, in order of submission: it will not run. */
    synchronized void withdraw() {
      makeRoom(waiting.size());
      for (ActiveTask run; (run = waiting.poll()) != null; ) {
        keep(run.command);
        forget(run);
      }
    }
  }

  /**
   * Configures an executor. Not thread-safe; may build more than one. Each method rejects a bad
   * value at once and returns this builder.
   */
  public static final class Builder {
    private @Nullable String namePrefix;
    private boolean relayed;
    private @Nullable Executor starter;
    private int maxRunning = Integer.MAX_VALUE;
    private int maxWaiting;
    private ContextCapture capture = task -> task;
    private BiConsumer<? super Runnable, ? super Throwable> onFailure = UNCAUGHT;

    private Builder() {}

    /**
     * Names the threads with a prefix and a number. Threads without a name are cheaper.
     *
     * @param prefix not blank
     * @return this
     */
    public Builder namePrefix(String prefix) {
      if (Objects.requireNonNull(prefix, "prefix").isBlank()) {
        throw new IllegalArgumentException("namePrefix must not be blank, was '" + prefix + "'");
      }
      namePrefix = prefix;
      return this;
    }

    /**
     * Lets tasks that don't block share threads, one after the other, as {@link Relay} does. That
     * is cheaper, but a task may see the thread locals of an earlier task.
     *
     * @return this
     */
    public Builder relayed() {
      relayed = true;
      return this;
    }

    /**
     * Limits how many tasks run at once, and rejects those beyond the limit.
     *
     * @param tasks at least 1
     * @return this
     */
    public Builder maxRunning(int tasks) {
      return maxRunning(tasks, 0);
    }

    /**
     * Limits how many tasks run at once. Tasks beyond this limit wait in FIFO order, without a
     * thread. Tasks beyond both limits are rejected.
     *
     * @param tasks how many run at once; at least 1
     * @param waiting how many wait; 0 or more
     * @return this
     */
    public Builder maxRunning(int tasks, int waiting) {
      if (tasks < 1) {
        throw new IllegalArgumentException("maxRunning must be at least 1, was " + tasks);
      }
      if (waiting < 0 || waiting > Integer.MAX_VALUE - tasks) {
        throw new IllegalArgumentException(
            "waiting must be from 0 to " + (Integer.MAX_VALUE - tasks) + ", was " + waiting);
      }
      maxRunning = tasks;
      maxWaiting = waiting;
      return this;
    }

    /** Sets the executor that starts the threads, so that tests can force races. */
    Builder starter(Executor threads) {
      starter = threads;
      return this;
    }

    /**
     * Carries context from the thread that submits a task to the thread that runs it. If what the
     * capture returns throws, the failure handler gets that, and a future is cancelled.
     *
     * @param capture called once for each task, on the submitting thread
     * @return this
     */
    public Builder contextCapture(ContextCapture capture) {
      this.capture = Objects.requireNonNull(capture, "capture");
      return this;
    }

    /**
     * Sets the handler of exceptions from tasks. The default is the thread's handler of uncaught
     * exceptions. Exceptions from tasks of {@code submit} don't come here: their futures keep them.
     *
     * @param handler called on the task's thread; must not throw
     * @return this
     */
    public Builder onFailure(BiConsumer<? super Runnable, ? super Throwable> handler) {
      onFailure = Objects.requireNonNull(handler, "handler");
      return this;
    }

    /**
     * {@return a new executor}
     *
     * @throws IllegalStateException if both {@link #relayed} and {@link #namePrefix} were called
     */
    public VirtualThreadExecutor build() {
      return new VirtualThreadExecutor(this);
    }
  }
}
