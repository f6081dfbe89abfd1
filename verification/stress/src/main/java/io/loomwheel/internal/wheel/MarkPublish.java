package io.loomwheel.internal.wheel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

@JCStressTest
@Description(
    "A node is linked into a new chunk and published by a plain store, while another thread, which "
        + "brings it forward, looks for its shard. Outcome: place seen?, shard found?")
@Outcome(id = "false, .*", expect = ACCEPTABLE, desc = "linked later, for the new deadline")
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "the mark is seen with the place")
@Outcome(id = "true, false", expect = FORBIDDEN, desc = "a chunk without its mark")
@State
public class MarkPublish {
  private final SlotOwner owner = cells -> {};
  private final Wheel wheel = new HierarchicalWheel(0, owner);
  private @Nullable RacedNode handle;

  @Actor
  public void arm() {
    RacedNode node = new RacedNode();
    node.prime(10);
    handle = node;
    wheel.insert(node);
  }

  @Actor
  public void bringForward(ZZ_Result r) {
    RacedNode node = handle;
    r.r1 = node != null && node.chunk != null;
    r.r2 = node != null && node.owner() == owner;
  }
}
