package io.loomwheel.internal.drive;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

@JCStressTest
@Description("Two threads push one node. Outcome: times drained.")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "queued once")
@Outcome(id = "0", expect = FORBIDDEN, desc = "lost")
@State
public class InboxTwice {
  private final Inbox inbox = new Inbox();
  private final Node node = new Node();

  @Actor
  public void first() {
    inbox.push(node);
  }

  @Actor
  public void second() {
    inbox.push(node);
  }

  @Arbiter
  public void after(I_Result r) {
    inbox.drain(drained -> r.r1++);
  }
}
