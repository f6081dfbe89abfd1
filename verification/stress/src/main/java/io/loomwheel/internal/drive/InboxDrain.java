package io.loomwheel.internal.drive;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.loomwheel.internal.wheel.HierarchicalWheel;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZL_Result;

@JCStressTest
@Description(
    "A node is posted while the inbox is drained. Outcome: left for the next drain?, linked in the "
        + "end.")
@Outcome(id = "false, ab", expect = ACCEPTABLE, desc = "the drain found it")
@Outcome(id = "true, ab", expect = ACCEPTABLE, desc = "it waits for the next drain")
@Outcome(id = ".*, a", expect = FORBIDDEN, desc = "lost")
@Outcome(id = ".*, abb", expect = FORBIDDEN, desc = "linked twice")
@Outcome(id = ".*, ba", expect = FORBIDDEN, desc = "out of order")
@State
public class InboxDrain {
  private final Shard shard = new Shard(owner -> new HierarchicalWheel(0, owner), () -> {});
  private final Node late = new Node("b");

  {
    Node early = new Node("a");
    early.prime(10);
    shard.post(early);
    late.prime(10);
  }

  @Actor
  public void post() {
    shard.post(late);
  }

  @Actor
  public void drain() {
    shard.settle();
  }

  @Arbiter
  public void after(ZL_Result r) {
    r.r1 = shard.hasQueuedNodes();
    shard.settle();
    StringBuilder names = new StringBuilder();
    shard.forEach(names::append);
    r.r2 = names.toString();
  }
}
