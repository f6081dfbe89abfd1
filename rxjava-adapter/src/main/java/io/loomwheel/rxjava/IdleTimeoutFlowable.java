package io.loomwheel.rxjava;

import static io.reactivex.rxjava3.core.BackpressureStrategy.MISSING;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableSource;
import io.reactivex.rxjava3.core.Scheduler;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** A source with an idle timeout. Immutable; each subscription has a timer of its own. */
final class IdleTimeoutFlowable<T> extends Flowable<T> {
  private final Flowable<T> source;

  /** Subscribes to the source, as to the kind of stream that it is. */
  private final Consumer<RxIdleStream<T>> begin;

  private final IdleTime time;
  private final @Nullable Publisher<? extends T> fallback;

  IdleTimeoutFlowable(
      Flowable<T> source,
      Consumer<RxIdleStream<T>> begin,
      IdleTime time,
      @Nullable Publisher<? extends T> fallback) {
    this.source = source;
    this.begin = begin;
    this.time = time;
    this.fallback = fallback;
  }

  /** {@return the same for the other kind of stream, whose downstream asks for all} */
  static <T> Observable<T> of(
      Observable<T> source, IdleTime time, @Nullable ObservableSource<? extends T> fallback) {
    Flowable<? extends T> others =
        fallback == null ? null : Flowable.fromObservable(fallback, MISSING);
    return new IdleTimeoutFlowable<>(source.toFlowable(MISSING), source::subscribe, time, others)
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
      begin.accept(stream);
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
