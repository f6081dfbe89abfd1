package io.loomwheel.schedulers.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.loomwheel.schedulers.internal.SchedulerTaskOwner.SchedulerTask;
import io.loomwheel.schedulers.internal.Target.TargetWorker;
import io.loomwheel.schedulers.internal.Task.Periodic;
import io.loomwheel.schedulers.internal.TaskOwner.Library;
import io.loomwheel.schedulers.internal.TaskOwner.Settings;
import io.loomwheel.schedulers.internal.WorkerTaskOwner.WorkerTask;
import io.loomwheel.stress.Scene;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.LLLL_Result;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** Tasks of the schedulers and their owners. */
public final class SchedulerRaces {
  @JCStressTest
  @Description(
      "A second task becomes due while the thread that it is for leaves. Outcome: tasks that ran "
          + "once each hand-over was taken up, hand-overs.")
  @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "the thread took it before it left")
  @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "handed over again")
  @State
  public static class DueAddLeave extends TaskScene {
    private final AtomicInteger handed = new AtomicInteger();
    private final Target target =
        new Target(this, timer, false) {
          @Override
          protected boolean give(Runnable work) {
            throw new AssertionError(work);
          }

          @Override
          protected TargetWorker newWorker() {
            throw new AssertionError();
          }
        };

    private final TargetThread thread =
        new TargetThread(target) {
          @Override
          protected boolean give(Runnable due) {
            return handed.incrementAndGet() > 0;
          }

          @Override
          protected boolean isLost() {
            return false;
          }

          @Override
          protected boolean callsNoUserCode() {
            return true;
          }

          @Override
          protected boolean isBusy() {
            return false;
          }

          @Override
          public boolean hand(WorkerDrain drain) {
            throw new AssertionError(drain);
          }
        };

    public DueAddLeave() {
      add();
    }

    @Actor
    public void add() {
      target.shared.enter(new SchedulerTask(scheduler, runs::incrementAndGet) {}, true);
      thread.takeTurn();
    }

    @Actor
    public void leave() {
      thread.run();
    }

    @Arbiter
    public void after(II_Result r) {
      r.r2 = handed.get();
      for (int taken = 1; taken < r.r2; taken++) {
        thread.run();
      }
      r.r1 = runs.get();
    }
  }

  @JCStressTest
  @Description(
      "The first element arrives as its time ends, which is a tenth of that of the others. Outcome: "
          + "in time?, timeouts by then, timeouts in the end.")
  @Outcome(id = "true, 0, 1", expect = ACCEPTABLE, desc = "in time: timed out later")
  @Outcome(id = "false, 1, 1", expect = ACCEPTABLE, desc = "too late")
  @State
  public static class ElementExpire extends Scene {
    private final IdleTimer idle = new IdleTimer(timer, 10, 100, runs::incrementAndGet);

    public ElementExpire() {
      idle.arm();
      idle.begin();
    }

    /** The timeout is some way into its actor, so the element comes at any time of that. */
    @Actor
    public void element(LLL_Result r) {
      for (int i = ThreadLocalRandom.current().nextInt(64); i > 0; i--) {
        Thread.onSpinWait();
      }
      boolean inTime = idle.enter();
      if (inTime) {
        idle.leave();
      }
      r.r1 = inTime;
    }

    @Actor
    public void expire() {
      advance(10);
    }

    @Arbiter
    public void after(LLL_Result r) {
      r.r2 = runs.get();
      r.r3 = runsInTheEnd();
    }
  }

  @JCStressTest
  @Description(
      "A scheduler without a list of its tasks is disposed of while it gets one. Outcome: "
          + "accepted?, pending, runs, times found to have ended.")
  @Outcome(id = "false, 0, 0, 1", expect = ACCEPTABLE, desc = "rejected")
  @Outcome(id = "true, 0, 0, 1", expect = ACCEPTABLE, desc = "accepted, and disposed of")
  @State
  public static class OwnerArmClose extends TaskScene {
    @Actor
    public void arm(LLLL_Result r) {
      r.r1 = scheduler.arm(new SchedulerTask(scheduler, runs::incrementAndGet) {}, TIME);
    }

    @Actor
    public void close() {
      scheduler.close();
    }

    @Arbiter
    public void after(LLLL_Result r) {
      r.r2 = pending();
      r.r3 = runsInTheEnd();
      r.r4 = ends.get();
    }
  }

  @JCStressTest
  @Description(
      "A periodic task is disposed of while a run of it ends. Outcome: runs, pending, not ended, "
          + "runs once the next period is over.")
  @Outcome(id = "0, 0, 0, 0", expect = ACCEPTABLE, desc = "before the run")
  @Outcome(id = "1, 0, 0, 1", expect = ACCEPTABLE, desc = "in it, or behind it")
  @State
  public static class PeriodDispose extends TaskScene {
    private final Task task =
        new SchedulerTask(scheduler, new Periodic(runs::incrementAndGet, TIME, false)) {};

    public PeriodDispose() {
      scheduler.countAdmitted();
    }

    @Actor
    public void run() {
      task.run();
    }

    /** At any time of the run. */
    @Actor
    public void dispose() {
      for (int i = ThreadLocalRandom.current().nextInt(64); i > 0; i--) {
        Thread.onSpinWait();
      }
      task.dispose();
    }

    @Arbiter
    public void after(LLLL_Result r) {
      r.r1 = runs.get();
      r.r2 = pending();
      r.r3 = scheduler.size();
      advance(10);
      r.r4 = runs.get();
    }
  }

  @JCStressTest
  @Description(
      "Two threads run a periodic task that has fired once, as when an executor takes it and "
          + "throws. Outcome: runs, pending, runs once the next period is over.")
  @Outcome(id = "1, 1, 2", expect = ACCEPTABLE, desc = "one runs it, and arms it again")
  @State
  public static class PeriodTwice extends TaskScene {
    private final Task task =
        new SchedulerTask(scheduler, new Periodic(runs::incrementAndGet, TIME, false)) {};

    @Actor
    public void run() {
      task.run();
    }

    @Actor
    public void runToo() {
      task.run();
    }

    @Arbiter
    public void after(III_Result r) {
      r.r1 = runs.get();
      r.r2 = pending();
      advance(10);
      r.r3 = runs.get();
    }
  }

  @JCStressTest
  @Description(
      "A Worker is disposed of while it gets a task. Outcome: accepted?, pending, runs, left in "
          + "the Worker.")
  @Outcome(id = "false, 0, 0, 0", expect = ACCEPTABLE, desc = "rejected")
  @Outcome(id = "true, 0, 0, 0", expect = ACCEPTABLE, desc = "accepted, and disposed of")
  @State
  public static class WorkerArmDispose extends TaskScene {
    private final WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);

    @Actor
    public void arm(LLLL_Result r) {
      r.r1 = worker.arm(new WorkerTask(worker, runs::incrementAndGet) {}, TIME);
    }

    @Actor
    public void dispose() {
      worker.dispose();
    }

    @Arbiter
    public void after(LLLL_Result r) {
      r.r2 = pending();
      r.r3 = runsInTheEnd();
      r.r4 = worker.size();
    }
  }

  /** A scheduler whose clock the actors move. */
  abstract static class TaskScene extends Scene implements Library {
    /** The nanoseconds after which tasks are due. */
    static final int TIME = 10;

    final SchedulerTaskOwner scheduler =
        new SchedulerTaskOwner(new Settings(this, timer, false, null, false));

    /** How often the scheduler was found to have ended. */
    final AtomicInteger ends = new AtomicInteger();

    @Override
    public final void terminated() {
      ends.incrementAndGet();
    }

    @Override
    public final boolean failed(Throwable cause, boolean periodic) {
      throw new AssertionError(cause);
    }
  }
}
