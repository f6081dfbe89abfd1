package io.loomwheel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.loomwheel.recipes.HeartbeatTask;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JI_Result;

@JCStressTest
@Description(
    "Something is read as the last heartbeat goes unanswered. Outcome: when lost, heartbeats sent.")
@Outcome(id = "20, 1", expect = ACCEPTABLE, desc = "too late: lost")
@Outcome(
    id = "30, 2",
    expect = ACCEPTABLE,
    desc = "in time: lost for want of an answer to the next heartbeat")
@Outcome(
    id = "40, 3",
    expect = ACCEPTABLE,
    desc = "at the nanosecond of the next heartbeat: taken for its answer")
@Outcome(id = "20, 2", expect = FORBIDDEN, desc = "lost though another heartbeat was sent")
@Outcome(id = "[23]0, [03-9]", expect = FORBIDDEN, desc = "too few or too many heartbeats")
@Outcome(id = "0, .*", expect = FORBIDDEN, desc = "never lost")
@State
public class ReadLost {
  private final Scene scene = new Scene();
  private final HeartbeatTask heartbeat;
  private volatile long lostAt;
  private volatile int sent;

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time moves the clock
  public ReadLost() {
    heartbeat =
        HeartbeatTask.start(
            scene.timer(),
            Duration.ofNanos(10),
            1,
            new HeartbeatTask.Channel() {
              @Override
              public void heartbeat() {
                sent++;
              }

              @Override
              public void lost(int unanswered) {
                lostAt = scene.now();
              }
            });
    scene.advance(15);
  }

  @Actor
  public void fire() {
    scene.advance(5);
  }

  @Actor
  public void read() {
    heartbeat.read();
  }

  @Arbiter
  public void after(JI_Result r) {
    scene.advance(Scene.LATER);
    r.r1 = lostAt;
    r.r2 = sent;
  }
}
