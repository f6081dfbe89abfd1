package io.loomwheel.internal.drive;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

@JCStressTest
@Description(
    "A node is pushed while the inbox is closed. Outcome: accepted?, taken out by the "
        + "close, left.")
@Outcome(id = "true, ab, ", expect = ACCEPTABLE, desc = "in time: the close takes it out")
@Outcome(id = "false, a, ", expect = ACCEPTABLE, desc = "too late: refused")
@Outcome(id = "true, a, .*", expect = FORBIDDEN, desc = "lost")
@Outcome(id = "false, ab, .*", expect = FORBIDDEN, desc = "refused and taken out")
@State
public class InboxClose {
  private final Inbox inbox = new Inbox();

  {
    inbox.push(new Node("a"));
  }

  @Actor
  public void push(LLL_Result r) {
    r.r1 = inbox.push(new Node("b"));
  }

  @Actor
  public void close(LLL_Result r) {
    StringBuilder names = new StringBuilder();
    inbox.close(names::append);
    r.r2 = names.toString();
  }

  @Arbiter
  public void after(LLL_Result r) {
    StringBuilder names = new StringBuilder();
    inbox.drain(names::append);
    r.r3 = names.toString();
  }
}
