package io.loomwheel.internal.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.loomwheel.internal.dispatch.Rescue.BackupThreads;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZII_Result;

/** Tasks handed to a relay. */
public final class RelayRaces {
  @JCStressTest
  @Description(
      "A task is handed to the relay, whose next worker doesn't begin, as a check finds it at "
          + "rest. Outcome: checks to come.")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "the relay is checked again")
  @State
  public static class RelayCheck extends RelayScene {
    {
      executeFirst();
      workers.runAll();
      checks.remove().run(); // the next one is the last
    }

    @Actor
    public void check() {
      checks.remove().run();
    }

    @Actor
    public void execute() {
      executeSecond();
    }

    @Arbiter
    public void after(I_Result r) {
      r.r1 = checks.size();
    }
  }

  @JCStressTest
  @Description(
      "A task is handed to the relay as its only worker runs dry. Outcome: runs of the first task, "
          + "of the second.")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both run once")
  @State
  public static class RelayDry extends RelayScene {
    {
      executeFirst();
    }

    @Actor
    public void drain() {
      workers.runOne();
    }

    @Actor
    public void execute() {
      executeSecond();
    }

    @Arbiter
    public void after(II_Result r) {
      workers.runAll();
      r.r1 = firstRuns.get();
      r.r2 = secondRuns.get();
    }
  }

  @JCStressTest
  @Description(
      "A task is handed to the relay as a worker clears the flag and finds the queue empty. "
          + "Outcome: runs of the first task, of the second.")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both run once")
  @State
  public static class RelayFlag extends RelayScene {
    {
      relay.execute(this::executeFirst);
      workers.runOne(); // both run, and the worker started between them has nothing to do
    }

    @Actor
    public void drain() {
      workers.runOne();
    }

    @Actor
    public void execute() {
      executeSecond();
    }

    @Arbiter
    public void after(II_Result r) {
      workers.runAll();
      r.r1 = firstRuns.get();
      r.r2 = secondRuns.get();
    }
  }

  @JCStressTest
  @Description(
      "A task is handed to the relay as its only worker runs dry and no more threads can be "
          + "started. Outcome: accepted?, runs of the first task, of the second.")
  @Outcome(id = "true, 1, 1", expect = ACCEPTABLE, desc = "the worker took it")
  @Outcome(id = "false, 1, 0", expect = ACCEPTABLE, desc = "refused")
  @State
  public static class RelayRefused extends RelayScene {
    {
      executeFirst();
      workers.refuse();
    }

    @Actor
    public void drain() {
      workers.runOne();
    }

    @Actor
    public void execute(ZII_Result r) {
      try {
        executeSecond();
        r.r1 = true;
      } catch (RejectedExecutionException refused) {
        r.r1 = false;
      }
    }

    @Arbiter
    public void after(ZII_Result r) {
      workers.runAll();
      r.r2 = firstRuns.get();
      r.r3 = secondRuns.get();
    }
  }

  @JCStressTest
  @Description(
      "Two workers take the tasks of one offer, which has two blocks. Outcome: fewest runs of a "
          + "task, most runs of a task.")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "all run once")
  @State
  public static class RelayShare extends RelayScene {
    private static final int TASKS = 20;

    private final AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);

    public RelayShare() {
      Runnable[] tasks = new Runnable[TASKS];
      Arrays.setAll(tasks, i -> () -> runs.incrementAndGet(i));
      relay.executeAll(tasks, () -> {}, (task, reason) -> {});
      workers.addOneOf(relay);
    }

    @Actor
    public void drain() {
      workers.runOne();
    }

    @Actor
    public void drainToo() {
      workers.runOne();
    }

    @Arbiter
    public void after(II_Result r) {
      workers.runAll();
      r.r1 = IntStream.range(0, TASKS).map(runs::get).min().orElseThrow();
      r.r2 = IntStream.range(0, TASKS).map(runs::get).max().orElseThrow();
    }
  }

  /**
   * A relay whose workers and checks run when a case says so, and two tasks for it that count their
   * runs. Thread-safe.
   */
  abstract static class RelayScene extends BackupThreads {
    final StartedWorkers workers = new StartedWorkers();
    final Queue<Runnable> checks = new ConcurrentLinkedQueue<>();
    final TaskRelay relay = new TaskRelay(workers, new ConcurrentLinkedQueue<>(), this, null);
    final AtomicInteger firstRuns = new AtomicInteger();
    final AtomicInteger secondRuns = new AtomicInteger();

    final void executeFirst() {
      relay.execute(firstRuns::incrementAndGet);
    }

    final void executeSecond() {
      relay.execute(secondRuns::incrementAndGet);
    }

    @Override
    public final void later(Runnable check, long nanos) {
      checks.add(check);
    }

    @Override
    public final void startBackup(Runnable backup) {}

    @Override
    public final void log(boolean lasts) {}

    @Override
    public final long nanoTime() {
      return 0;
    }
  }

  /** The workers that a relay has started; they run when a case says so, on its own threads. */
  static final class StartedWorkers implements Executor {
    private final Queue<Runnable> started = new ConcurrentLinkedQueue<>();

    /** Written before the actors begin. */
    private boolean refusing;

    @Override
    public void execute(Runnable worker) {
      if (refusing) {
        throw new OutOfMemoryError("the case allows no more threads");
      }
      started.add(worker);
    }

    /** Has every further start fail. */
    void refuse() {
      refusing = true;
    }

    /** Adds another worker, as one that finds tasks behind its own does. */
    void addOneOf(TaskRelay relay) {
      started.add(relay.new RelayWorker(null));
    }

    /** Runs the worker that has waited longest. */
    void runOne() {
      started.remove().run();
    }

    /** Runs all, those too that they start. */
    void runAll() {
      for (Runnable worker; (worker = started.poll()) != null; ) {
        worker.run();
      }
    }
  }
}
