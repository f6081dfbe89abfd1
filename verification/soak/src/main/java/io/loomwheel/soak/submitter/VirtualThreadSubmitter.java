package io.loomwheel.soak.submitter;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.loom.VirtualThreadExecutor;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.util.concurrent.Callable;

/** An executor of virtual threads. */
final class VirtualThreadSubmitter implements Submitter {
  private final VirtualThreadExecutor executor;

  VirtualThreadSubmitter(VirtualThreadExecutor executor) {
    this.executor = executor;
  }

  /** One that starts whatever comes. */
  static VirtualThreadSubmitter unlimited(Ground ground) {
    return new VirtualThreadSubmitter(builder(ground).namePrefix("soak-virtual-").build());
  }

  /** One in which tasks wait for a turn, or are refused. */
  static VirtualThreadSubmitter limited(Ground ground) {
    return new VirtualThreadSubmitter(
        builder(ground).relayed().contextCapture(task -> task).maxRunning(4, 64).build());
  }

  /** One that refuses what can't run at once. */
  static VirtualThreadSubmitter full(Ground ground) {
    return new VirtualThreadSubmitter(builder(ground).maxRunning(4).build());
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
      Job.takeBack(executor.shutdownNow());
    } else {
      executor.shutdown();
    }
  }

  @Override
  public boolean terminates(long boundNanos) throws InterruptedException {
    return executor.awaitTermination(boundNanos, NANOSECONDS);
  }
}
