package io.loomwheel.internal.drive;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.HierarchicalWheel;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JII_Result;

@JCStressTest
@Description(
    "A node is brought forward through the inbox of its shard, while it fires there and is armed "
        + "again in another shard. Outcome: the deadline that the call replaced, cells in the "
        + "first shard, when it fires in the second.")
@Outcome(id = "20, 0, 30", expect = ACCEPTABLE, desc = "it was brought forward, and then fired")
@Outcome(
    id = "30, 0, 15",
    expect = ACCEPTABLE,
    desc = "it was armed again, and then brought forward")
@Outcome(id = "-1, 0, 30", expect = ACCEPTABLE, desc = "it had fired, and was not armed again yet")
@Outcome(id = ".*, [1-9], .*", expect = FORBIDDEN, desc = "linked in a shard that it has left")
@Outcome(id = "30, 0, 30", expect = FORBIDDEN, desc = "fires at the old deadline")
@Outcome(id = ".*, 0, 0", expect = FORBIDDEN, desc = "lost")
@State
public class BringForwardRearm {
  private final Shard first = new Shard(owner -> new HierarchicalWheel(0, owner), () -> {});
  private final Shard second = new Shard(owner -> new HierarchicalWheel(0, owner), () -> {});
  private final Node node = new Node();

  {
    node.prime(20);
    first.tryArm(node);
  }

  @Actor
  public void bringForward(JII_Result r) {
    r.r1 = node.claimReschedule(15);
    VarHandle.fullFence(); // as the engine does
    if (r.r1 >= 0 && node.owner() instanceof Shard shard) {
      shard.postMoved(node);
    }
    first.settle();
  }

  @Actor
  public void fireAndRearm() {
    first.turn(20, new ExpiredBuffer());
    if (node.claimRearm(30)) {
      second.tryRearm(node);
    }
  }

  @Arbiter
  public void after(JII_Result r) {
    r.r2 = (int) first.count();
    r.r3 = firesBy(15) ? 15 : firesBy(30) ? 30 : 0;
  }

  private boolean firesBy(long tick) {
    ExpiredBuffer fired = new ExpiredBuffer();
    second.turn(tick, fired);
    return fired.size() > 0;
  }
}
