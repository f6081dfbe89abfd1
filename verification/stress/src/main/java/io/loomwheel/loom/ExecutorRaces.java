package io.loomwheel.loom;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.loomwheel.stress.Scene;
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
import org.openjdk.jcstress.infra.results.LLLL_Result;

/** Executors. */
public final class ExecutorRaces {
  @JCStressTest
  @Description(
      "A second task is handed in to an executor that runs one at a time, while it is shut down. "
          + "Outcome: accepted?, returned, runs of both, terminated?")
  @Outcome(id = "false, 0, 1, true", expect = ACCEPTABLE, desc = "rejected")
  @Outcome(id = "true, 1, 1, true", expect = ACCEPTABLE, desc = "waited, and is returned")
  @State
  public static class ExecuteShutdownNow {
    private final Queue<Runnable> threads = new ConcurrentLinkedQueue<>();
    private final AtomicInteger runs = new AtomicInteger();
    private final VirtualThreadExecutor executor =
        VirtualThreadExecutor.builder().maxRunning(1, 1).starter(threads::add).build();

    public ExecuteShutdownNow() {
      executor.execute(runs::incrementAndGet);
    }

    @Actor
    public void execute(LLLL_Result r) {
      r.r1 = Scene.isAccepted(() -> executor.execute(runs::incrementAndGet));
    }

    @Actor
    public void shutdownNow(LLLL_Result r) {
      r.r2 = executor.shutdownNow().size();
    }

    @Arbiter
    public void after(LLLL_Result r) {
      for (Runnable thread; (thread = threads.poll()) != null; ) {
        thread.run();
      }
      Thread.interrupted(); // meant for the tasks
      r.r3 = runs.get();
      r.r4 = executor.isTerminated();
    }
  }

  @JCStressTest
  @Description(
      "A task is handed to a serial executor as its drain runs dry. Outcome: runs of the first "
          + "task, of the second.")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both run once")
  @State
  public static class SerialDry {
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
}
