package io.loomwheel.soak.submitter;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.loom.VirtualThreadExecutor;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.util.List;
import java.util.concurrent.Callable;

/** An executor of virtual threads. */
final class VirtualThreadSubmitter implements Submitter {
  private final VirtualThreadExecutor executor;
  private final boolean queues;

  /**
   * Makes one.
   *
   * @param queues whether tasks wait, and are handed back by a {@code shutdownNow}; where none do
   *     nobody looks at what it returns
   */
  private VirtualThreadSubmitter(VirtualThreadExecutor executor, boolean queues) {
    this.executor = executor;
    this.queues = queues;
  }

  /** One that starts whatever comes. */
  static VirtualThreadSubmitter unlimited(Ground ground) {
    return new VirtualThreadSubmitter(builder(ground).namePrefix("soak-virtual-").build(), false);
  }

  /** One in which tasks wait for a turn, or are refused. */
  static VirtualThreadSubmitter limited(Ground ground) {
    return new VirtualThreadSubmitter(
        builder(ground).relayed().contextCapture(task -> task).maxRunning(4, 64).build(), true);
  }

  /** One that refuses what can't run at once. */
  static VirtualThreadSubmitter full(Ground ground) {
    return new VirtualThreadSubmitter(builder(ground).maxRunning(4).build(), false);
  }

  private static VirtualThreadExecutor.Builder builder(Ground ground) {
    return VirtualThreadExecutor.builder()
        .onFailure((task, cause) -> ground.onFailure().accept(cause));
  }

  @Override
  public Ticket submit(Entry entry, Runnable body, long delayNanos) {
    Job job = new Job(entry, body);
    if ((delayNanos & 1) == 0) {
      executor.execute(job);
      return new PlainTicket(false);
    }
    return new FutureTicket(executor.submit((Callable<Boolean>) job));
  }

  @Override
  public long dueIn(long delayNanos) {
    return 0;
  }

  @Override
  public void close(boolean now) {
    if (now) {
      List<Runnable> left = executor.shutdownNow();
      if (queues) {
        Job.takeBack(left);
      }
    } else {
      executor.shutdown();
    }
  }

  @Override
  public boolean terminates(long boundNanos) throws InterruptedException {
    return executor.awaitTermination(boundNanos, NANOSECONDS);
  }
}
