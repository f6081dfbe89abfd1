package io.loomwheel.internal.drive;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

@JCStressTest
@Description(
    "A queued node gets another deadline and is pushed again while the inbox is drained. "
        + "Outcome: deadline seen by the drain, by the next drain.")
@Outcome(id = "5, 0", expect = ACCEPTABLE, desc = "the drain saw the new deadline")
@Outcome(id = "5, 5", expect = ACCEPTABLE, desc = "the drain saw it, and it was queued again")
@Outcome(
    id = "100, 5",
    expect = ACCEPTABLE,
    desc = "the drain came before, and it was queued again")
@Outcome(id = "100, 0", expect = FORBIDDEN, desc = "nobody sees the new deadline")
@State
public class InboxAgain {
  private final Inbox inbox = new Inbox();
  private final Node node = new Node();

  {
    node.prime(100);
    inbox.push(node);
  }

  @Actor
  public void pushAgain() {
    node.claimReschedule(5);
    inbox.push(node);
  }

  @Actor
  public void drain(JJ_Result r) {
    inbox.drain(drained -> r.r1 = drained.deadlineNanos());
  }

  @Arbiter
  public void after(JJ_Result r) {
    inbox.drain(drained -> r.r2 = drained.deadlineNanos());
  }
}
