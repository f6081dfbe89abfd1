package io.loomwheel.rxjava;

import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A scheduler that remembers the Workers it has made, and counts what has gone past them. */
final class Lender extends Scheduler {
  final List<Worker> made = new CopyOnWriteArrayList<>();
  final AtomicInteger direct = new AtomicInteger();
  private final Scheduler stock;

  Lender(Scheduler stock) {
    this.stock = stock;
  }

  @Override
  public Worker createWorker() {
    Worker worker = stock.createWorker();
    made.add(worker);
    return worker;
  }

  @Override
  public Disposable scheduleDirect(Runnable run) {
    direct.incrementAndGet();
    return stock.scheduleDirect(run);
  }

  @Override
  public Disposable scheduleDirect(Runnable run, long delay, TimeUnit unit) {
    throw new UnsupportedOperationException("the wheel waits, not the target");
  }

  long lent() {
    return made.stream().filter(worker -> !worker.isDisposed()).count();
  }
}
