package io.loomwheel.internal.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

@JCStressTest
@Description(
    "Two workers take the tasks of one offer, which has two blocks. Outcome: fewest runs of a "
        + "task, most runs of a task.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "all run once")
@Outcome(id = "0, .*", expect = FORBIDDEN, desc = "lost")
@Outcome(id = "1, 2", expect = FORBIDDEN, desc = "run twice")
@State
public class RelayShare {
  private static final int TASKS = 20;

  private final RelayScene scene = new RelayScene();
  private final StartedWorkers workers = scene.workers;
  private final AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);

  public RelayShare() {
    Runnable[] tasks = new Runnable[TASKS];
    Arrays.setAll(tasks, i -> () -> runs.incrementAndGet(i));
    scene.relay.executeAll(tasks, TASKS, () -> {}, (task, reason) -> {});
    workers.addOneOf(scene.relay);
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
