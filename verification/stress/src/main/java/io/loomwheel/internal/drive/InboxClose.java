package io.loomwheel.internal.drive;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.loomwheel.internal.wheel.HierarchicalWheel;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZL_Result;

@JCStressTest
@Description(
    "A node is posted while its shard is closed. Outcome: accepted?, passed on by the close.")
@Outcome(id = "true, ab", expect = ACCEPTABLE, desc = "in time: the close passes it on")
@Outcome(id = "false, a", expect = ACCEPTABLE, desc = "too late: refused")
@Outcome(id = "false, ab", expect = ACCEPTABLE, desc = "both have it: the node's word decides")
@Outcome(id = "true, a", expect = FORBIDDEN, desc = "lost")
@State
public class InboxClose {
  private final Shard shard = new Shard(owner -> new HierarchicalWheel(0, owner), () -> {});
  private final Node late = new Node("b");

  {
    Node early = new Node("a");
    early.prime(10);
    shard.post(early);
    late.prime(10);
  }

  @Actor
  public void post(ZL_Result r) {
    r.r1 = shard.post(late);
  }

  @Actor
  public void close(ZL_Result r) {
    StringBuilder names = new StringBuilder();
    shard.close(names::append);
    r.r2 = names.toString();
  }
}
