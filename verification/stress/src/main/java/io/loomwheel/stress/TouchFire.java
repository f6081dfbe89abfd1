package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.loomwheel.recipes.IdleTimeout;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZJI_Result;

@JCStressTest
@Description(
    "An idle timeout is touched as its limit ends. Outcome: in time?, last notified, times notified.")
@Outcome(
    id = "true, 15, 1",
    expect = ACCEPTABLE,
    desc = "in time: notified one limit after the touch")
@Outcome(
    id = "true, 20, 1",
    expect = ACCEPTABLE,
    desc = "in time: notified one limit after the touch")
@Outcome(
    id = "false, 20, 2",
    expect = ACCEPTABLE,
    desc = "too late: notified, and again one limit after the touch")
@Outcome(id = "true, .*, 2", expect = FORBIDDEN, desc = "notified though touched in time")
@Outcome(id = ".*, 10, .*", expect = FORBIDDEN, desc = "the touch has no effect")
@Outcome(id = ".*, 0", expect = FORBIDDEN, desc = "lost")
@State
public class TouchFire {
  private final Scene scene = new Scene();
  private final IdleTimeout idle;
  private volatile long notifiedAt;
  private volatile int notified;

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time moves the clock
  public TouchFire() {
    idle =
        IdleTimeout.start(
            scene.timer(),
            Duration.ofNanos(10),
            it -> {
              notifiedAt = scene.now();
              notified++;
            });
    scene.advance(5);
  }

  @Actor
  public void fire() {
    scene.advance(5);
  }

  @Actor
  public void touch(ZJI_Result r) {
    r.r1 = idle.touch();
  }

  @Arbiter
  public void after(ZJI_Result r) {
    scene.advance(Scene.LATER);
    r.r2 = notifiedAt;
    r.r3 = notified;
  }
}
