package io.loomwheel.loom;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
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
    "A task is handed to a serial executor as its drain runs dry. "
        + "Outcome: runs of the first task, of the second.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both run once")
@Outcome(id = "1, 0", expect = FORBIDDEN, desc = "the second never runs")
@State
public class SerialDry {
  private final Queue<Runnable> threads = new ConcurrentLinkedQueue<>();
  private final SerialExecutor serial = new SerialExecutor(threads::add);
  private final AtomicInteger first = new AtomicInteger();
  private final AtomicInteger second = new AtomicInteger();

  public SerialDry() {
    serial.execute(first::incrementAndGet);
  }

  @Actor
  public void drain() {
    threads.remove().run();
  }

  @Actor
  public void execute() {
    serial.execute(second::incrementAndGet);
  }

  @Arbiter
  public void after(II_Result r) {
    for (Runnable thread; (thread = threads.poll()) != null; ) {
      thread.run();
    }
    r.r1 = first.get();
    r.r2 = second.get();
  }
}
