package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.List;

/** A stream that is delayed as a whole, through one Worker. One operation is one element. */
final class DelayedFlowable implements Contestant {
  static final int ELEMENTS = 1_000_000;

  private final Scheduler scheduler;
  private final Disposable pending;
  private final Flowable<Integer> stream;

  DelayedFlowable(Scheduler scheduler, FlowableTransformer<Integer, Integer> delay, int pending) {
    this.scheduler = scheduler;
    this.stream = Flowable.range(0, ELEMENTS).compose(delay);
    this.pending = Background.schedule(scheduler, pending);
  }

  @Override
  public Round round(long lengthNanos) {
    Meter meter = Meter.start();
    Order order = new Order();
    stream.doOnNext(order::see).ignoreElements().blockingAwait(); // asks for all at once
    Round round = meter.stop(ELEMENTS, 1);
    if (order.next != ELEMENTS) {
      order.wrong++;
    }
    return round.with(List.of(new Extra("out of order", order.wrong, Fold.SUM)));
  }

  @Override
  public void close() {
    pending.dispose();
    scheduler.shutdown();
  }

  /** Counts what doesn't follow its predecessor. */
  private static final class Order {
    private int next;
    private int wrong;

    void see(int element) {
      wrong += element == next ? 0 : 1;
      next = element + 1;
    }
  }
}
