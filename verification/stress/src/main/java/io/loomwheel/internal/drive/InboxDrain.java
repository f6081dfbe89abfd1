package io.loomwheel.internal.drive;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

@JCStressTest
@Description(
    "A node is pushed while the inbox is drained. Outcome: drained meanwhile, drained " + "later.")
@Outcome(id = "ab, ", expect = ACCEPTABLE, desc = "the drain found it")
@Outcome(id = "a, b", expect = ACCEPTABLE, desc = "it waits for the next drain")
@Outcome(id = "a, ", expect = FORBIDDEN, desc = "lost")
@State
public class InboxDrain {
  private final Inbox inbox = new Inbox();

  {
    inbox.push(new Node("a"));
  }

  @Actor
  public void push() {
    inbox.push(new Node("b"));
  }

  @Actor
  public void drain(LL_Result r) {
    StringBuilder names = new StringBuilder();
    inbox.drain(names::append);
    r.r1 = names.toString();
  }

  @Arbiter
  public void after(LL_Result r) {
    StringBuilder names = new StringBuilder();
    inbox.drain(names::append);
    r.r2 = names.toString();
  }
}
