package io.loomwheel.loom;

import io.loomwheel.dispatch.Relay;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs each task on a virtual thread: as many at once as there are tasks, or a limit of them.
 *
 * <p>As {@link java.util.concurrent.Executors#newThreadPerTaskExecutor}, with a limit, a handler
 * for what tasks throw, and context that is carried along. As there, {@link #shutdownNow} has each
 * task begin, interrupted, and returns none of them; only what waits for its turn under a limit is
 * returned, as by {@link java.util.concurrent.ThreadPoolExecutor}. Threads inherit no thread
 * locals. On Java 21 to 23 a virtual thread that blocks inside {@code synchronized} keeps its
 * carrier; from 24 on it doesn't.
 *
 * <p>Thread-safe. Submitting never waits; it costs a set entry beside the thread.
 */
public final class VirtualThreadExecutor extends AbstractExecutorService {
  private final Executor starter;
  private final @Nullable Admission admission;
  private final @Nullable ContextCapture capture;
  private final BiConsumer<? super Runnable, ? super Throwable> onFailure;
  private final Set<ActiveTask> runs = ConcurrentHashMap.newKeySet();
  private final CountDownLatch end = new CountDownLatch(1);

  /** Set once; read after a task was put into the set, so that one of both sides sees the other. */
  private volatile boolean shutdown;

  private VirtualThreadExecutor(Builder builder) {
    if (builder.relayed && builder.namePrefix != null) {
      throw new IllegalStateException(
          "threads that tasks share can't be named '" + builder.namePrefix + "'; choose one");
    }
    starter =
        builder.starter != null
            ? builder.starter
            : builder.relayed ? new Relay() : threadEach(builder.namePrefix);
    admission =
        builder.maxRunning == Integer.MAX_VALUE
            ? null
            : new Admission(builder.maxRunning, builder.maxWaiting);
    capture = builder.capture;
    onFailure = builder.onFailure;
  }

  private static Executor threadEach(@Nullable String namePrefix) {
    Thread.Builder.OfVirtual threads = Thread.ofVirtual().inheritInheritableThreadLocals(false);
    ThreadFactory factory = (namePrefix == null ? threads : threads.name(namePrefix, 0)).factory();
    return task -> factory.newThread(task).start();
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
   * Runs a task. What it throws goes to the failure handler.
   *
   * @param command run once
   * @throws RejectedExecutionException if this executor was shut down, or its limit is reached
   */
  @Override
  public void execute(Runnable command) {
    Objects.requireNonNull(command, "command");
    ActiveTask run = new ActiveTask(command, capture == null ? command : capture.wrap(command));
    boolean accepted = false;
    try {
      runs.add(run);
      if (shutdown) {
        throw new RejectedExecutionException("the executor was shut down");
      }
      if (admission == null || admission.enter(run)) {
        start(run);
      }
      accepted = true;
    } finally {
      if (!accepted) {
        forget(run);
      }
    }
  }

  /** Starts a task whose turn it is, or gives the turn to the next. */
  private void start(ActiveTask run) {
    try {
      starter.execute(() -> perform(run));
    } catch (Throwable noThread) {
      ActiveTask next = nextTurn();
      if (next != null) {
        perform(next); // it was accepted, and has no other thread
      }
      if (noThread instanceof OutOfMemoryError) {
        throw new RejectedExecutionException("no virtual thread could be started", noThread);
      }
      throw noThread;
    }
  }

  private void perform(ActiveTask first) {
    for (ActiveTask run = first; run != null && run.begin(); run = nextTurn()) {
      try {
        run.task().run();
      } catch (Throwable t) {
        Failures.tell(onFailure, run.command(), t);
      } finally {
        run.end();
        forget(run);
      }
    }
  }

  /**
   * Ends a turn, and starts the task whose turn it is now.
   *
   * @return that task if no thread can be started, for the calling thread to run it; otherwise null
   */
  private @Nullable ActiveTask nextTurn() {
    ActiveTask next = admission == null ? null : admission.endTurn();
    if (next != null) {
      try {
        starter.execute(() -> perform(next));
        return null;
      } catch (Throwable noThread) {
        Thread.interrupted(); // meant for the task before
      }
    }
    return next;
  }

  private void forget(ActiveTask run) {
    runs.remove(run);
    endIfDone();
  }

  private void endIfDone() {
    if (shutdown && runs.isEmpty()) {
      end.countDown();
    }
  }

  /** {@return how many tasks run or wait for their turn} */
  public int size() {
    return runs.size();
  }

  @Override
  public void shutdown() {
    shutdown = true;
    endIfDone();
  }

  /**
   * Refuses any more tasks, and interrupts the others: those that run, and those whose thread is
   * about to begin, as it begins. So each of their futures completes.
   *
   * @return the tasks that waited for their turn under a limit, first come first; they have not
   *     begun, and their futures are not cancelled. Without a limit there are none
   */
  @Override
  public List<Runnable> shutdownNow() {
    shutdown = true;
    List<Runnable> left = new ArrayList<>();
    if (admission != null) {
      for (ActiveTask run : admission.withdrawAll()) {
        left.add(run.command());
        forget(run);
      }
    }
    runs.forEach(ActiveTask::interrupt);
    endIfDone();
    return left;
  }

  /**
   * Refuses any more tasks, and waits until all have run. If the calling thread is interrupted
   * meanwhile, each task is, too; those that wait for their turn are as they begin, because there
   * is nobody to return them to.
   */
  @Override
  public void close() {
    shutdown();
    boolean interrupted = false;
    while (!isTerminated()) {
      try {
        end.await();
      } catch (InterruptedException e) {
        interrupted = true;
        runs.forEach(ActiveTask::interrupt);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isShutdown() {
    return shutdown;
  }

  @Override
  public boolean isTerminated() {
    return end.getCount() == 0;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return end.await(timeout, Objects.requireNonNull(unit, "unit"));
  }

  @Override
  public String toString() {
    String state = isTerminated() ? "terminated" : isShutdown() ? "shut down" : "running";
    return "VirtualThreadExecutor[" + state + ", unfinished: " + size() + "]";
  }

  /**
   * Collects what an executor is to be. Not thread-safe; may build more than one. Each method
   * rejects a bad value at once and returns this builder.
   */
  public static final class Builder {
    private @Nullable String namePrefix;
    private boolean relayed;
    private @Nullable Executor starter;
    private int maxRunning = Integer.MAX_VALUE;
    private int maxWaiting;
    private @Nullable ContextCapture capture;
    private BiConsumer<? super Runnable, ? super Throwable> onFailure = Failures.UNCAUGHT;

    private Builder() {}

    /**
     * Names the threads, by a prefix and a number. Threads without a name are cheaper.
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
     * Lets tasks that don't block share threads, one after the other, as {@link Relay} does:
     * cheaper, but a task may see thread locals of one that ran before it.
     *
     * @return this
     */
    public Builder relayed() {
      relayed = true;
      return this;
    }

    /**
     * Limits how many tasks run at once, and rejects those beyond it.
     *
     * @param tasks at least 1
     * @return this
     */
    public Builder maxRunning(int tasks) {
      return maxRunning(tasks, 0);
    }

    /**
     * Limits how many tasks run at once. Those beyond it wait, first come first served and without
     * a thread, up to a limit of their own; those beyond that are rejected.
     *
     * @param tasks at least 1
     * @param waiting 0 or more
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

    /** Sets what starts the threads, so that races can be proved. */
    Builder starter(Executor threads) {
      starter = threads;
      return this;
    }

    /**
     * Carries context from the thread that hands a task in to the one that runs it.
     *
     * @param capture asked once for each task, on the thread that hands it in
     * @return this
     */
    public Builder contextCapture(ContextCapture capture) {
      this.capture = Objects.requireNonNull(capture, "capture");
      return this;
    }

    /**
     * Says what becomes of what tasks throw. By default it goes to the handler of uncaught
     * exceptions of the thread. What {@code submit} runs never throws: its future keeps it.
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
     * @throws IllegalStateException if threads are to be both shared and named
     */
    public VirtualThreadExecutor build() {
      return new VirtualThreadExecutor(this);
    }
  }
}
