package io.loomwheel.bench.rxjava4;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.reactivex.rxjava4.core.Single;
import io.reactivex.rxjava4.core.SingleObserver;
import io.reactivex.rxjava4.core.SingleTransformer;
import io.reactivex.rxjava4.disposables.Disposable;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Many values that are awaited at the same time, each with a timeout, and all come in time, in
 * random order. One operation: a value, from the subscription to its end. What they take on the
 * heap is weighed in between, which isn't measured.
 */
final class PendingSingles implements Contestant {
  private static final Integer VALUE = 1;

  private final int count;
  private final SingleTransformer<Integer, Integer> timeout;
  private int seen;

  PendingSingles(int count, SingleTransformer<Integer, Integer> timeout) {
    this.count = count;
    this.timeout = timeout;
  }

  @Override
  public Round round(long lengthNanos) {
    List<Awaited> awaited = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      awaited.add(new Awaited());
    }
    List<Awaited> shuffled = new ArrayList<>(awaited);
    Collections.shuffle(shuffled, new Random(1));
    seen = 0;
    long before = liveBytes();
    Meter subscribing = Meter.start();
    for (Awaited one : awaited) {
      Disposable unused = one.compose(timeout).subscribe(value -> seen++);
    }
    Round begun = subscribing.stop(count, 1);
    long bytes = liveBytes() - before;
    Meter arriving = Meter.start();
    shuffled.forEach(Awaited::arrive);
    Round ended = arriving.stop(count, 1);
    if (seen != count) {
      throw new IllegalStateException("values lost: " + seen + " of " + count);
    }
    return Round.of(
            count, 1, begun.wallNanos() + ended.wallNanos(), begun.cpuNanos() + ended.cpuNanos())
        .with(List.of(new Extra("bytes a timeout", bytes / (double) count, Fold.MEDIAN)));
  }

  private static long liveBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Override
  public void close() {}

  private static final class Awaited extends Single<Integer> {
    @SuppressWarnings("NullAway.Init") // subscribed to at once
    private SingleObserver<? super Integer> down;

    @Override
    protected void subscribeActual(SingleObserver<? super Integer> observer) {
      down = observer;
      observer.onSubscribe(Disposable.empty());
    }

    void arrive() {
      down.onSuccess(VALUE);
    }
  }
}
