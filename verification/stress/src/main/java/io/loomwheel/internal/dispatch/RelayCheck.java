package io.loomwheel.internal.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.loomwheel.internal.dispatch.Rescue.BackupThreads;
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
    "A task is handed to the relay, whose next worker doesn't begin, as a check finds it at rest. "
        + "Outcome: checks to come.")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "the relay is checked again")
@Outcome(id = "0", expect = FORBIDDEN, desc = "nobody will notice that it doesn't begin")
@Outcome(id = "2", expect = FORBIDDEN, desc = "it is checked twice as often for good")
@State
public class RelayCheck {
  private final Checks checks = new Checks();
  private final StartedWorkers workers = new StartedWorkers();
  private final TaskRelay relay =
      new TaskRelay(workers, new ConcurrentLinkedQueue<>(), checks, null);

  public RelayCheck() {
    relay.execute(() -> {});
    workers.runAll();
    checks.due.remove().run(); // the next one is the last
  }

  @Actor
  public void check() {
    checks.due.remove().run();
  }

  @Actor
  public void execute() {
    relay.execute(() -> {});
  }

  @Arbiter
  public void after(I_Result r) {
    r.r1 = checks.due.size();
  }

  /** Keeps the checks, for the actors. */
  static final class Checks implements BackupThreads {
    final Queue<Runnable> due = new ConcurrentLinkedQueue<>();

    @Override
    public void later(Runnable check, long nanos) {
      due.add(check);
    }

    @Override
    public void startBackup(Runnable backup) {}

    @Override
    public void log(boolean lasts) {}

    @Override
    public long nanoTime() {
      return 0;
    }
  }
}
