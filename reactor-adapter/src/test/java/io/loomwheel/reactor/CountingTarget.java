package io.loomwheel.reactor;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/** A scheduler that notes which of its Workers are in use, and can be told to refuse. */
class CountingTarget implements Scheduler {
  private final Scheduler real;
  private final AtomicInteger made = new AtomicInteger();
  private final Set<Worker> inUse = ConcurrentHashMap.newKeySet();

  /** How many handings over to a Worker are to be refused yet. */
  final AtomicInteger refusals = new AtomicInteger();

  CountingTarget(Scheduler real) {
    this.real = real;
  }

  /** {@return how many Workers were made} */
  int made() {
    return made.get();
  }

  /** {@return how many Workers were made and not disposed of} */
  int inUse() {
    return inUse.size();
  }

  @Override
  public Disposable schedule(Runnable task) {
    return real.schedule(task);
  }

  @Override
  public Worker createWorker() {
    made.incrementAndGet();
    Worker worker = new Counted(real.createWorker());
    inUse.add(worker);
    return worker;
  }

  @Override
  public void dispose() {
    real.dispose();
  }

  @Override
  public boolean isDisposed() {
    return real.isDisposed();
  }

  private final class Counted implements Worker {
    private final Worker worker;

    Counted(Worker worker) {
      this.worker = worker;
    }

    @Override
    public Disposable schedule(Runnable task) {
      if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new RejectedExecutionException("full");
      }
      return worker.schedule(task);
    }

    @Override
    public void dispose() {
      worker.dispose();
      inUse.remove(this);
    }

    @Override
    public boolean isDisposed() {
      return worker.isDisposed();
    }
  }
}
