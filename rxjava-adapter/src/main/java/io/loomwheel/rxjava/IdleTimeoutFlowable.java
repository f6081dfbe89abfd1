package io.loomwheel.rxjava;

import io.reactivex.rxjava3.core.Flowable;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** A source with an idle timeout. Immutable; each subscription has a timer of its own. */
final class IdleTimeoutFlowable<T> extends Flowable<T> {
  private final Flowable<T> source;
  private final IdleTime time;
  private final @Nullable Publisher<? extends T> fallback;

  IdleTimeoutFlowable(
      Flowable<T> source, IdleTime time, @Nullable Publisher<? extends T> fallback) {
    this.source = source;
    this.time = time;
    this.fallback = fallback;
  }

  @Override
  protected void subscribeActual(Subscriber<? super T> actual) {
    RxIdleStream<T> stream =
        new RxIdleStream<>(actual, time, fallback == null ? null : fallback::subscribe);
    if (stream.begin()) {
      source.subscribe((Subscriber<T>) stream);
    }
  }
}
