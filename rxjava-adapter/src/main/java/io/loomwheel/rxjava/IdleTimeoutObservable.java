package io.loomwheel.rxjava;

import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableSource;
import io.reactivex.rxjava3.core.Observer;
import org.jspecify.annotations.Nullable;

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
    IdleTimeoutObserver<T> observer = new IdleTimeoutObserver<>(actual, time, fallback);
    if (observer.begin()) {
      source.subscribe(observer);
    }
  }
}
