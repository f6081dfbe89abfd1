package io.loomwheel.soak.submitter;

import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A subscriber that throws where it is notified of its subscription, and is gone. Stateless. */
final class Rude implements Subscriber<Object> {
  private static final Rude RUDE = new Rude();

  private Rude() {}

  /** Subscribes; nothing of that may be left. */
  static void subscribe(Publisher<Object> stream) {
    try {
      stream.subscribe(RUDE);
    } catch (RuntimeException | Error asPlanned) {
      // Reactor hands it to whoever subscribes, RxJava wraps it
    }
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    throw new IllegalStateException("planned, in onSubscribe");
  }

  @Override
  public void onNext(Object element) {}

  @Override
  public void onError(Throwable cause) {}

  @Override
  public void onComplete() {}
}
