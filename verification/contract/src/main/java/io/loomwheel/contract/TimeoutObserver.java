package io.loomwheel.contract;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Counts the signals of a stream, and notices those that meet. Thread-safe. */
public class TimeoutObserver implements Subscriber<Integer> {
  final AtomicInteger elements = new AtomicInteger();
  final AtomicInteger ends = new AtomicInteger();
  final AtomicInteger met = new AtomicInteger();
  private final AtomicInteger inside = new AtomicInteger();
  volatile @Nullable Throwable error;
  private volatile @Nullable Subscription subscription;

  public TimeoutObserver() {}

  Subscription subscription() {
    return Objects.requireNonNull(subscription, "subscription");
  }

  private void signal(AtomicInteger count) {
    if (inside.getAndIncrement() > 0) {
      met.incrementAndGet();
    }
    Thread.yield(); // so that another would be seen to come in
    count.incrementAndGet();
    inside.getAndDecrement();
  }

  @Override
  public void onSubscribe(Subscription s) {
    subscription = s;
    s.request(5);
  }

  @Override
  public void onNext(Integer element) {
    signal(elements);
  }

  @Override
  public void onError(Throwable t) {
    error = t;
    signal(ends);
  }

  @Override
  public void onComplete() {
    signal(ends);
  }
}
