package io.loomwheel.internal.drive;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;

@JCStressTest
@Description(
    "A periodic node is armed once more while it is disposed of. Outcome: armed?, fired, "
        + "pending, nodes in the wheel.")
@Outcome(id = "true, 0, 0, 0", expect = ACCEPTABLE, desc = "armed, then cancelled")
@Outcome(id = "false, 0, 0, 0", expect = ACCEPTABLE, desc = "retired before it was armed")
@Outcome(id = ".*, [1-9], .*", expect = FORBIDDEN, desc = "fires though disposed of")
@Outcome(id = ".*, 0, .*, [1-9]", expect = FORBIDDEN, desc = "the dead node stays in its cell")
@State
public class RearmDiscard {
  private final Rig rig = new Rig();
  private final Node node = rig.fire(10);

  @Actor
  public void rearm(LLLL_Result r) {
    r.r1 = rig.engine.rearm(node, 20);
  }

  @Actor
  public void discard() {
    rig.engine.discard(node);
  }

  @Arbiter
  public void after(LLLL_Result r) {
    r.r3 = rig.engine.pending();
    r.r4 = rig.takeAll();
    r.r2 = rig.firedBy(1000);
  }
}
