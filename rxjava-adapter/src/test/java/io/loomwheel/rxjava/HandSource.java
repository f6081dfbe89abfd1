package io.loomwheel.rxjava;

import io.reactivex.rxjava3.core.Flowable;
import java.util.ArrayList;
import java.util.List;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A source that does what the test says, also what no source may do; and notes what is asked. */
final class HandSource extends Flowable<Integer> implements Subscription {
  /** Requests, in order; -1 for a cancel. */
  final List<Long> asked = new ArrayList<>();

  private final boolean begins;
  private Subscriber<? super Integer> to;

  private HandSource(boolean begins) {
    this.begins = begins;
  }

  static HandSource create() {
    return new HandSource(true);
  }

  /** {@return one that doesn't say that it has begun before {@link #begin}} */
  static HandSource late() {
    return new HandSource(false);
  }

  @Override
  protected void subscribeActual(Subscriber<? super Integer> subscriber) {
    to = subscriber;
    if (begins) {
      begin();
    }
  }

  void begin() {
    to.onSubscribe(this);
  }

  Subscriber<? super Integer> to() {
    return to;
  }

  boolean isSubscribed() {
    return to != null;
  }

  boolean isCancelled() {
    return asked.contains(-1L);
  }

  @Override
  public void request(long n) {
    asked.add(n);
  }

  @Override
  public void cancel() {
    asked.add(-1L);
  }
}
