package io.loomwheel.internal.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

@JCStressTest
@Description(
    "A task is handed to the relay as its only drainer runs dry. Outcome: runs of the "
        + "first task, of the second.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both run once")
@Outcome(id = "1, 0", expect = FORBIDDEN, desc = "the second is stranded")
@State
public class RelayDry {
  private final Reliefs reliefs = new Reliefs();
  private final TaskRelay relay = new TaskRelay(reliefs);
  private final AtomicInteger first = new AtomicInteger();
  private final AtomicInteger second = new AtomicInteger();

  {
    relay.execute(first::incrementAndGet);
  }

  @Actor
  public void drain() {
    reliefs.runOne();
  }

  @Actor
  public void execute() {
    relay.execute(second::incrementAndGet);
  }

  @Arbiter
  public void after(II_Result r) {
    reliefs.runAll();
    r.r1 = first.get();
    r.r2 = second.get();
  }
}
