package io.loomwheel.internal.wheel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

@JCStressTest
@Description(
    "A node is cancelled while a sweep copies it into another chunk. Outcome: cancelled?, nodes in "
        + "the wheel.")
@Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "gone, whichever cell it lay in")
@Outcome(id = "true, 1", expect = FORBIDDEN, desc = "the dead node stays in its new cell")
@Outcome(id = "false, .*", expect = FORBIDDEN, desc = "not cancelled though nobody fired it")
@State
public class CancelSweep {
  private final Wheel wheel = new HierarchicalWheel(0, cells -> {});
  private final WheelNode node = insert();

  {
    insert().claimCancel();
    insert().claimCancel(); // two cells of three are empty
    wheel.beginSweep();
  }

  private WheelNode insert() {
    WheelNode inserted = new RacedNode();
    inserted.prime(100);
    wheel.insert(inserted);
    return inserted;
  }

  @Actor
  public void sweep() {
    wheel.work(new ExpiredBuffer());
  }

  @Actor
  public void cancel(ZI_Result r) {
    r.r1 = node.claimCancel();
  }

  @Arbiter
  public void after(ZI_Result r) {
    r.r2 = (int) wheel.count(Integer.MAX_VALUE);
  }
}
