package io.loomwheel.rxjava;

import static io.reactivex.rxjava3.core.BackpressureStrategy.MISSING;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableSource;
import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A source with an idle timeout. Immutable; each subscription has a timer of its own. */
final class IdleTimeoutObservable<T> extends Observable<T> {
  private final Observable<T> source;
  private final IdleTime time;
  private final @Nullable ObservableSource<? extends T> fallback;

  IdleTimeoutObservable(
      Observable<T> source, IdleTime time, @Nullable ObservableSource<? extends T> fallback) {
    this.source = source;
    this.time = time;
    this.fallback = fallback;
  }

  @Override
  protected void subscribeActual(Observer<? super T> actual) {
    Scheduler test = time.test();
    if (test != null) {
      Flowable<? extends T> others =
          fallback == null ? null : Flowable.fromObservable(fallback, MISSING);
      IdleTimeoutFlowable.onTest(source.toFlowable(MISSING), time, others, test)
          .toObservable()
          .subscribe(actual);
      return;
    }
    RxIdleStream<T> stream =
        new RxIdleStream<>(
            new ToObserver<>(actual), time, fallback == null ? null : fallback::subscribe);
    if (stream.begin()) {
      source.subscribe(stream);
    }
  }

  /** Passes signals on to an observer. */
  private record ToObserver<T>(Observer<? super T> actual) implements Subscriber<T> {
    @Override
    public void onSubscribe(Subscription stream) {
      actual.onSubscribe((Disposable) stream);
    }

    @Override
    public void onNext(T element) {
      actual.onNext(element);
    }

    @Override
    public void onError(Throwable cause) {
      actual.onError(cause);
    }

    @Override
    public void onComplete() {
      actual.onComplete();
    }
  }
}
