package io.loomwheel.schedulers.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

@JCStressTest
@Description(
    "A second task becomes due while the only thread that takes due tasks leaves. Outcome: tasks "
        + "that ran once each hand-over was taken up, hand-overs.")
@Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "the thread took it before it left")
@Outcome(id = "2, [2-3]", expect = ACCEPTABLE, desc = "handed over again")
@Outcome(id = "1, .*", expect = FORBIDDEN, desc = "left behind, and no thread is to check")
@State
public class DueAddLeave {
  private final TaskScene scene = new TaskScene();
  private final AtomicInteger handed = new AtomicInteger();
  private final Target target =
      new Target(scene.library, scene.timer(), 1, false) {
        @Override
        protected boolean give(Runnable work) {
          throw new AssertionError(work);
        }

        @Override
        protected TargetWorker newWorker(WorkerTaskOwner by) {
          throw new AssertionError(by);
        }
      };

  private final DueQueue due = new DueQueue(target, 1, queue -> handed.incrementAndGet() > 0);

  public DueAddLeave() {
    due.add(scene.due());
  }

  @Actor
  public void add() {
    due.add(scene.due());
  }

  @Actor
  public void leave() {
    due.run();
  }

  @Arbiter
  public void after(II_Result r) {
    r.r2 = handed.get();
    for (int taken = 1; taken < r.r2; taken++) {
      due.run();
    }
    r.r1 = scene.runs();
  }
}
