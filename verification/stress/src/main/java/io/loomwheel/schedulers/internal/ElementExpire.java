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
import org.openjdk.jcstress.infra.results.LLL_Result;

@JCStressTest
@Description(
    "An element arrives as the idle time ends. Outcome: in time?, timeouts, did the two meet?")
@Outcome(id = "true, 1, false", expect = ACCEPTABLE, desc = "in time: timed out later")
@Outcome(id = "false, 1, false", expect = ACCEPTABLE, desc = "too late")
@Outcome(id = ".*, true", expect = FORBIDDEN, desc = "timed out while the element is delivered")
@Outcome(id = ".*, 0, .*", expect = FORBIDDEN, desc = "never timed out")
@Outcome(id = ".*, [2-9], .*", expect = FORBIDDEN, desc = "timed out twice")
@State
public class ElementExpire {
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
