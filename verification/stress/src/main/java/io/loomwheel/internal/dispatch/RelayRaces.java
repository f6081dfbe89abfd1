package io.loomwheel.internal.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.loomwheel.internal.dispatch.Rescue.BackupThreads;
import io.loomwheel.internal.dispatch.TaskRelay.Offer;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Tasks handed to a relay. */
public final class RelayRaces {
  @JCStressTest
  @Description(
      "A task is handed to the relay as a worker clears the flag and finds the queue empty. "
          + "Outcome: runs of the first task, of the second.")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both run once")
  @State
  public static class RelayFlag extends BackupThreads {
    private final Queue<Runnable> workers = new ConcurrentLinkedQueue<>();
    private final TaskRelay relay =
        new TaskRelay(workers::add, new ConcurrentLinkedQueue<>(), this, null);
    private final AtomicInteger first = new AtomicInteger();
    private final AtomicInteger second = new AtomicInteger();

    {
      relay.execute(() -> relay.execute(first::incrementAndGet));
      workers.remove().run(); // both run, and the worker started between them has nothing to do
    }

    /** Nobody checks whether workers begin. */
    @Override
    public void later(Runnable check, long nanos) {}

    @Actor
    public void drain() {
      workers.remove().run();
    }

    @Actor
    public void execute() {
      relay.execute(second::incrementAndGet);
    }

    @Arbiter
    public void after(II_Result r) {
      for (Runnable worker; (worker = workers.poll()) != null; ) {
        worker.run();
      }
      r.r1 = first.get();
      r.r2 = second.get();
    }
  }

  @JCStressTest
  @Description(
      "Two workers take the tasks of one offer, which has two blocks. Outcome: fewest runs of a "
          + "task, most runs of a task.")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "all run once")
  @State
  public static class RelayShare {
    private static final int TASKS = 20;

    private final AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);
    private final Offer offer;

    public RelayShare() {
      Runnable[] tasks = new Runnable[TASKS];
      Arrays.setAll(tasks, i -> () -> runs.incrementAndGet(i));
      offer = new Offer.BlockOffer(tasks, () -> {});
    }

    @Actor
    public void work() {
      Offer.Place place = new Offer.Place();
      for (Runnable task; (task = offer.take(place)) != null; ) {
        task.run();
      }
    }

    @Actor
    public void workToo() {
      work();
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = IntStream.range(0, TASKS).map(runs::get).min().orElseThrow();
      r.r2 = IntStream.range(0, TASKS).map(runs::get).max().orElseThrow();
    }
  }
}
