package io.loomwheel.schedulers.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
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
      "A second task becomes due while the thread that it is for leaves. Outcome: tasks "
          + "that ran once each hand-over was taken up, hand-overs.")
  @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "the thread took it before it left")
  @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "handed over again")
  @State
  public static class DueAddLeave {
    private final TaskScene scene = new TaskScene();
    private final AtomicInteger handed = new AtomicInteger();
    private final Target target =
        new Target(scene.library, scene.timer(), false) {
          @Override
          protected boolean give(Runnable work) {
            throw new AssertionError(work);
          }

          @Override
          protected TargetWorker newWorker(WorkerTaskOwner by) {
            throw new AssertionError(by);
          }
        };

    private final TargetThread thread =
        new TargetThread(target) {
          @Override
          protected boolean give(Runnable due) {
            return handed.incrementAndGet() > 0;
          }

          @Override
          protected boolean isShutDown() {
            return false;
          }

          @Override
          protected boolean callsNoUserCode() {
            return true;
          }

          @Override
          public boolean hand(WorkerDrain drain) {
            throw new AssertionError(drain);
          }
        };

    public DueAddLeave() {
      thread.add(scene.due());
    }

    @Actor
    public void add() {
      thread.add(scene.due());
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
      r.r1 = scene.runs();
    }
  }

  @JCStressTest
  @Description(
      "An element arrives as the idle time ends. Outcome: in time?, timeouts, did the two meet?")
  @Outcome(id = "true, 1, false", expect = ACCEPTABLE, desc = "in time: timed out later")
  @Outcome(id = "false, 1, false", expect = ACCEPTABLE, desc = "too late")
  @State
  public static class ElementExpire {
    private final TaskScene scene = new TaskScene();
    private final AtomicInteger timeouts = new AtomicInteger();
    private final IdleTimer timer = new IdleTimer(scene.timer(), 10, 10, this::timeOut);
    private volatile boolean delivering;
    private volatile boolean met;

    public ElementExpire() {
      timer.arm();
      timer.begin();
    }

    private void timeOut() {
      met |= delivering;
      timeouts.incrementAndGet();
    }

    @Actor
    public void element(LLL_Result r) {
      boolean inTime = timer.enter();
      if (inTime) {
        delivering = true;
        delivering = false;
        timer.leave();
      }
      r.r1 = inTime;
    }

    @Actor
    public void expire() {
      scene.passTime();
    }

    @Arbiter
    public void after(LLL_Result r) {
      scene.passTime();
      scene.passTime();
      r.r2 = timeouts.get();
      r.r3 = met;
    }
  }

  @JCStressTest
  @Description(
      "A scheduler without a list of its tasks is disposed of while it gets one. Outcome: accepted?, "
          + "pending, runs, times found to have ended.")
  @Outcome(id = "false, 0, 0, 1", expect = ACCEPTABLE, desc = "rejected")
  @Outcome(id = "true, 0, 0, 1", expect = ACCEPTABLE, desc = "accepted, and disposed of")
  @State
  public static class OwnerArmClose {
    private final TaskScene scene = new TaskScene();

    @Actor
    public void arm(LLLL_Result r) {
      r.r1 = scene.arm(scene.scheduler);
    }

    @Actor
    public void close() {
      scene.scheduler.close();
    }

    @Arbiter
    public void after(LLLL_Result r) {
      r.r2 = scene.pending();
      r.r3 = scene.runsInTheEnd();
      r.r4 = scene.ends();
    }
  }

  @JCStressTest
  @Description(
      "Two threads run a periodic task that has fired once, as when an executor takes it and throws. "
          + "Outcome: runs, pending, runs once the next period is over.")
  @Outcome(id = "1, 1, 2", expect = ACCEPTABLE, desc = "one runs it, and arms it again")
  @State
  public static class PeriodTwice {
    private final TaskScene scene = new TaskScene();
    private final Task task = scene.duePeriod();

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
      r.r1 = scene.runs();
      r.r2 = scene.pending();
      scene.passTime();
      r.r3 = scene.runs();
    }
  }

  @JCStressTest
  @Description(
      "A Worker is disposed of while it gets a task. Outcome: accepted?, pending, runs, left in the "
          + "Worker.")
  @Outcome(id = "false, 0, 0, 0", expect = ACCEPTABLE, desc = "rejected")
  @Outcome(id = "true, 0, 0, 0", expect = ACCEPTABLE, desc = "accepted, and disposed of")
  @State
  public static class WorkerArmDispose {
    private final TaskScene scene = new TaskScene();
    private final WorkerTaskOwner worker = new WorkerTaskOwner(scene.scheduler, false);

    @Actor
    public void arm(LLLL_Result r) {
      r.r1 = scene.arm(worker);
    }

    @Actor
    public void dispose() {
      worker.dispose();
    }

    @Arbiter
    public void after(LLLL_Result r) {
      r.r2 = scene.pending();
      r.r3 = scene.runsInTheEnd();
      r.r4 = worker.size();
    }
  }

  /**
   * A timer whose clock the actors move, a scheduler on it, and a task that counts its runs. Made
   * anew for each round of a case. Thread-safe.
   */
  static final class TaskScene {
    private static final Duration TIME = Duration.ofNanos(10);

    private final ManualClock clock = new ManualClock();
    private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger ends = new AtomicInteger();

    final Library library =
        new Library() {
          @Override
          public void terminated() {
            ends.incrementAndGet();
          }

          @Override
          public boolean failed(Throwable cause, boolean periodic) {
            throw new AssertionError(cause);
          }
        };

    final SchedulerTaskOwner scheduler = new SchedulerTaskOwner(library, timer, false, null, false);

    WheelTimer timer() {
      return timer;
    }

    /** {@return whether the owner took a task that is due when the time has passed} */
    boolean arm(TaskOwner owner) {
      return owner.arm(new WorkerTask(owner, runs::incrementAndGet) {}, TIME.toNanos());
    }

    /** {@return a task that has fired} */
    Task due() {
      return new SchedulerTask(scheduler, runs::incrementAndGet) {};
    }

    /** {@return a task that has fired, and is due again when the time has passed} */
    Task duePeriod() {
      return new Task(scheduler, new Periodic(runs::incrementAndGet, TIME.toNanos(), false)) {};
    }

    int runs() {
      return runs.get();
    }

    /** Fires what is due by then, here. */
    void passTime() {
      clock.advance(TIME);
    }

    /** {@return how often a task ran, once nothing is left to wait for} */
    int runsInTheEnd() {
      passTime();
      passTime();
      return runs.get();
    }

    int pending() {
      return (int) timer.pendingTimeouts();
    }

    /** {@return how often the scheduler was found to have ended} */
    int ends() {
      return ends.get();
    }
  }
}
