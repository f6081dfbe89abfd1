package io.loomwheel.rxjava;

import io.loomwheel.rxjava.IdleTime.Span;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableSource;
import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.concurrent.atomic.AtomicBoolean;
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
      onTest(test).subscribe(actual);
      return;
    }
    RxIdleStream<T> stream =
        new RxIdleStream<>(
            new ToObserver<>(actual), time, fallback == null ? null : fallback::subscribe);
    if (stream.begin()) {
      source.subscribe(stream);
    }
  }

  /** {@return one subscription's timeout on the scheduler for tests, by RxJava's own operator} */
  private Observable<T> onTest(Scheduler test) {
    Span idle = time.idle();
    if (time.first().equals(idle)) {
      return fallback == null
          ? source.timeout(idle.amount(), idle.unit(), test)
          : source.timeout(idle.amount(), idle.unit(), test, fallback);
    }
    AtomicBoolean begun = new AtomicBoolean();
    return source.timeout(
        Observable.timer(time.first().amount(), time.first().unit(), test),
        element -> {
          begun.setPlain(true);
          return Observable.timer(idle.amount(), idle.unit(), test);
        },
        fallback != null ? fallback : Observable.error(() -> time.exceeded(!begun.getPlain())));
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
