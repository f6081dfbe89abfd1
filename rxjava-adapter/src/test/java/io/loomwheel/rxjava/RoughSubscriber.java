package io.loomwheel.rxjava;

import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.functions.Consumer;
import java.util.List;
import org.reactivestreams.Subscription;

/** A subscriber that RxJava trusts, and puts nothing around that would catch what it throws. */
final class RoughSubscriber implements FlowableSubscriber<Integer> {
  private final List<Object> seen;
  private final Consumer<Object> onSignal;

  /** Notes each signal, then does with it what a test wants. */
  RoughSubscriber(List<Object> seen, Consumer<Object> onSignal) {
    this.seen = seen;
    this.onSignal = onSignal;
  }

  private void take(Object signal) {
    seen.add(signal);
    try {
      onSignal.accept(signal);
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    take(subscription);
  }

  @Override
  public void onNext(Integer element) {
    take(element);
  }

  @Override
  public void onError(Throwable cause) {
    take(cause);
  }

  @Override
  public void onComplete() {
    take("end");
  }
}
