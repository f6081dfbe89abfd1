package io.loomwheel.schedulers.internal;

import io.loomwheel.WheelTimer;
import io.loomwheel.schedulers.internal.Target.TargetWorker;
import io.loomwheel.schedulers.internal.TaskOwner.Library;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;

/** Another scheduler, whose threads run what they were given when a test says so. */
final class ManualTarget extends Target {
  /** What it does with what it is given. */
  enum Answer {
    TAKES,
    REFUSES,
    /** As a scheduler that is full. */
    REJECTS,
    /** As a hook that fails. */
    THROWS,
    /** Runs it inside the call, and says that it was taken. */
    RUNS,
    /** Runs it, and rejects it then. */
    RUNS_AND_REJECTS
  }

  private final Queue<Runnable> given = new ArrayDeque<>();
  final List<ManualWorker> workers = new ArrayList<>();
  Answer answer = Answer.TAKES;
  int offers;

  /** Called once, as something is given. */
  Runnable asItIsGiven = () -> {};

  /** How often there is no memory for what it is given. */
  int shortages;

  /** Called as a Worker is made, or gets its thread. */
  Runnable asAWorkerIsMade = () -> {};

  boolean disposed;

  ManualTarget(Library library, WheelTimer timer, int threads, boolean mayBeFull) {
    super(library, timer, mayBeFull);
    this.threads =
        Stream.generate(() -> new ManualThread(this, new ManualWorker(), () -> false))
            .limit(threads)
            .toArray(TargetThread[]::new);
  }

  /** {@return the first of its threads} */
  ManualThread thread() {
    return (ManualThread) threads[0];
  }

  @Override
  protected TargetThread[] threads() {
    if (hasThreads()) {
      asAWorkerIsMade.run();
    }
    return super.threads();
  }

  @Override
  protected boolean give(Runnable work) {
    if (shortages > 0) {
      shortages--;
      throw new OutOfMemoryError("on purpose");
    }
    offers++;
    Runnable once = asItIsGiven;
    asItIsGiven = () -> {};
    once.run();
    switch (answer) {
      case TAKES -> given.add(work);
      case RUNS -> work.run();
      case REFUSES -> {
        return false;
      }
      case RUNS_AND_REJECTS -> {
        work.run();
        throw new RejectedExecutionException("too late, on purpose");
      }
      case REJECTS -> throw new RejectedExecutionException("full, on purpose");
      case THROWS -> throw new IllegalStateException("hook, on purpose");
    }
    return true;
  }

  @Override
  protected TargetWorker newWorker() {
    ManualWorker made = new ManualWorker();
    workers.add(made);
    asAWorkerIsMade.run();
    return made;
  }

  @Override
  public boolean isDisposed() {
    return disposed;
  }

  int waiting() {
    return given.size();
  }

  /** {@return the numbers of the threads that are to look for what is due, in order} */
  List<Integer> told() {
    return given.stream().map(List.of(threads)::indexOf).toList();
  }

  void runNext() {
    given.remove().run();
  }

  void runAll() {
    while (!given.isEmpty()) {
      runNext();
    }
  }

  /** One of its Workers. */
  final class ManualWorker implements TargetWorker {
    private boolean disposed;
    int givenBack;

    /** Says to the drain how to be taken out again. */
    @Override
    public boolean hand(WorkerDrain drain) {
      boolean taken = give(drain);
      if (taken) {
        drain.handedOver(() -> given.remove(drain));
      }
      return taken;
    }

    @Override
    public boolean isDisposed() {
      return disposed;
    }

    void dispose() {
      disposed = true;
    }

    @Override
    public void giveBack() {
      givenBack++;
    }
  }
}
