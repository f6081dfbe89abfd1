package io.loomwheel.internal.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.loomwheel.internal.dispatch.Rescue.Standby;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

@JCStressTest
@Description(
    "A task is handed to the relay, whose relief doesn't begin, as a look finds the relay at rest. "
        + "Outcome: looks that will be taken.")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "the relief is looked after")
@Outcome(id = "0", expect = FORBIDDEN, desc = "nobody will notice that it doesn't begin")
@Outcome(id = "2", expect = FORBIDDEN, desc = "two look after it for good")
@State
public class RelayLook {
  private final Looks looks = new Looks();
  private final Reliefs reliefs = new Reliefs();
  private final TaskRelay relay = new TaskRelay(reliefs, new ConcurrentLinkedQueue<>(), looks);

  public RelayLook() {
    relay.execute(() -> {});
    reliefs.runAll();
    looks.due.remove().run(); // the next one is the last
  }

  @Actor
  public void look() {
    looks.due.remove().run();
  }

  @Actor
  public void execute() {
    relay.execute(() -> {});
  }

  @Arbiter
  public void after(I_Result r) {
    r.r1 = looks.due.size();
  }

  /** Keeps what is to be looked at, for the actors. */
  private static final class Looks implements Standby {
    final Queue<Runnable> due = new ConcurrentLinkedQueue<>();

    @Override
    public void later(Runnable look, long nanos) {
      due.add(look);
    }

    @Override
    public void rescue(Runnable rescuer) {}

    @Override
    public void warn() {}

    @Override
    public long nanoTime() {
      return 0;
    }
  }
}
