package io.loomwheel.bench.rxjava4;

import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.liveheap.LiveHeap;
import io.reactivex.rxjava4.core.Single;
import io.reactivex.rxjava4.core.SingleObserver;
import io.reactivex.rxjava4.core.SingleTransformer;
import io.reactivex.rxjava4.disposables.Disposable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Many values that are awaited at the same time, each with a timeout, and all come in time, in
 * random order. One operation: a value, from the subscription to its end. What they take on the
 * heap is weighed in between, which isn't measured.
 */
final class PendingSingles {
  private static final Integer VALUE = 1;

  private int seen;

  Round round(int count, SingleTransformer<Integer, Integer> timeout) {
    List<Awaited> awaited = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      awaited.add(new Awaited());
    }
    List<Awaited> shuffled = new ArrayList<>(awaited);
    Collections.shuffle(shuffled, new Random(1));
    seen = 0;
    long before = LiveHeap.bytes();
    Meter subscribing = Meter.start();
    for (Awaited one : awaited) {
      Disposable unused = one.compose(timeout).subscribe(value -> seen++);
    }
    long wall = subscribing.wallNanos();
    long cpu = subscribing.cpuNanos();
    double bytes = LiveHeap.bytes() - before;
    Meter arriving = Meter.start();
    shuffled.forEach(Awaited::arrive);
    wall += arriving.wallNanos();
    cpu += arriving.cpuNanos();
    if (seen != count) {
      throw new IllegalStateException("values lost: " + seen + " of " + count);
    }
    return Round.of(count, 1, wall, cpu).with("bytes a timeout", bytes / count);
  }

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
