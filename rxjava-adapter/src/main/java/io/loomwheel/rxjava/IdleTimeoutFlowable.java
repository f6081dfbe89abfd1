package io.loomwheel.rxjava;

import static io.reactivex.rxjava3.core.BackpressureStrategy.MISSING;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableSource;
import io.reactivex.rxjava3.core.Scheduler;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** A source with an idle timeout. Immutable; each subscription has a timer of its own. */
final class IdleTimeoutFlowable<T> extends Flowable<T> {
  private final Flowable<T> source;

  /** The same source, if it is of that kind: then it is subscribed to as such. */
  private final @Nullable Observable<T> observable;

  private final IdleTime time;
  private final @Nullable Publisher<? extends T> fallback;

  IdleTimeoutFlowable(
      Flowable<T> source,
      @Nullable Observable<T> observable,
      IdleTime time,
      @Nullable Publisher<? extends T> fallback) {
    this.source = source;
    this.observable = observable;
    this.time = time;
    this.fallback = fallback;
  }

  /** {@return the same for the other kind of stream, whose downstream asks for all} */
  static <T> Observable<T> of(
      Observable<T> source, IdleTime time, @Nullable ObservableSource<? extends T> fallback) {
    Flowable<? extends T> others =
        fallback == null ? null : Flowable.fromObservable(fallback, MISSING);
    return new IdleTimeoutFlowable<>(source.toFlowable(MISSING), source, time, others)
        .toObservable();
  }

  @Override
  protected void subscribeActual(Subscriber<? super T> actual) {
    Scheduler test = time.test();
    if (test != null) {
      onTest(test).subscribe(actual);
      return;
    }
    RxIdleStream<T> stream = new RxIdleStream<>(actual, time, fallback);
    if (stream.begin()) {
      if (observable == null) {
        source.subscribe((FlowableSubscriber<T>) stream);
      } else {
        observable.subscribe(stream);
      }
    }
  }

  /** {@return one subscription's timeout on the scheduler for tests, by RxJava's own operator} */
  private Flowable<T> onTest(Scheduler test) {
    AtomicBoolean begun = new AtomicBoolean();
    return source.timeout(
        Flowable.timer(time.first().amount(), time.first().unit(), test),
        element -> {
          begun.setPlain(true);
          return Flowable.timer(time.idle().amount(), time.idle().unit(), test);
        },
        fallback != null ? fallback : Flowable.error(() -> time.exceeded(!begun.getPlain())));
  }
}
