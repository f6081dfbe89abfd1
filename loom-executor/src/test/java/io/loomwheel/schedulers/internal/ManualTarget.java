package io.loomwheel.schedulers.internal;

import io.loomwheel.WheelTimer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

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

  /** Called as a Worker is made. */
  Runnable asAWorkerIsMade = () -> {};

  boolean disposed;

  /** Whether its Workers share one thread. */
  boolean sharesThread;

  final DueQueue ofThread = new DueQueue(this, 1, this::give);

  ManualTarget(Library library, WheelTimer timer, int threads, boolean mayBeFull) {
    super(library, timer, threads, mayBeFull);
  }

  @Override
  protected boolean give(Runnable work) {
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
  protected TargetWorker newWorker(WorkerTaskOwner by) {
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

  /** Drops what it was given more than once, as one that is busy. */
  void keepOne() {
    Runnable first = given.remove();
    given.clear();
    given.add(first);
  }

  void runNext() {
    given.remove().run();
  }

  void runAll() {
    while (!given.isEmpty()) {
      runNext();
    }
  }

  /** One of its Workers, which share its threads. */
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
    public @Nullable DueQueue dueQueue() {
      return sharesThread ? ofThread : null;
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
