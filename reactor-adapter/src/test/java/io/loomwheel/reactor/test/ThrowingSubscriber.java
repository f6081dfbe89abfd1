package io.loomwheel.reactor.test;

import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/** Waits for an end, and breaks the rules when it is told of it. */
final class ThrowingSubscriber implements CoreSubscriber<Void> {
  @Override
  public void onSubscribe(Subscription subscription) {
    subscription.request(1);
  }

  @Override
  public void onNext(Void none) {}

  @Override
  public void onError(Throwable cause) {}

  @Override
  public void onComplete() {
    throw new IllegalStateException("on purpose");
  }
}
