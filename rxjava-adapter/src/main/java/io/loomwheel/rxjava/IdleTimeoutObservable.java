package io.loomwheel.rxjava;

import io.loomwheel.loom.internal.IdleTimer;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableSource;
import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.concurrent.RejectedExecutionException;
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
    TimedObserver observer = new TimedObserver(actual);
    if (observer.begin()) {
      source.subscribe(observer);
    }
  }

  /** The same as the subscriber of {@link IdleTimeoutFlowable}, without requests. */
  private final class TimedObserver implements Observer<T>, Disposable {
    private final Observer<? super T> actual;
    private final IdleTimer timer;
    private final Upstream upstream = new Upstream();

    TimedObserver(Observer<? super T> actual) {
      this.actual = actual;
      this.timer = time.timer(this::timedOut);
    }

    /** Calls {@code onSubscribe}, starts the time; {@return whether to subscribe to the source} */
    boolean begin() {
      RejectedExecutionException rejected = time.arm(timer);
      if (rejected != null) {
        upstream.dispose(); // downstream must not stop a timer that was never armed
        actual.onSubscribe(this);
        actual.onError(rejected);
        return false;
      }
      boolean told = false;
      try {
        actual.onSubscribe(this);
        told = true;
      } finally {
        if (!told) {
          dispose(); // otherwise the timer is armed again and again for an ended stream
        }
      }
      timer.begin();
      return true;
    }

    // --- from the source ---

    @Override
    public void onSubscribe(Disposable source) {
      upstream.begin(source);
    }

    @Override
    public void onNext(T element) {
      if (!upstream.isDisposed() && timer.enter()) {
        try {
          actual.onNext(element);
        } finally {
          timer.leave();
        }
      }
    }

    @Override
    public void onError(Throwable cause) {
      if (finish()) {
        actual.onError(cause);
      } else {
        RxJavaPlugins.onError(cause);
      }
    }

    @Override
    public void onComplete() {
      if (finish()) {
        actual.onComplete();
      }
    }

    private boolean finish() {
      return !upstream.isDisposed() && timer.finish();
    }

    // --- from the timer, between two elements ---

    private void timedOut() {
      try {
        if (fallback != null) {
          if (upstream.cancelSource()) {
            fallback.subscribe(new FallbackObserver());
          }
        } else if (upstream.dispose()) {
          actual.onError(time.exceeded(timer));
        }
      } catch (Throwable thrown) {
        RxJavaPlugins.onError(thrown);
      }
    }

    // --- from downstream ---

    @Override
    public void dispose() {
      if (upstream.dispose()) {
        timer.stop();
      }
    }

    @Override
    public boolean isDisposed() {
      return upstream.isDisposed();
    }

    /** Passes on the signals of the fallback, after the source has fallen silent. */
    private final class FallbackObserver implements Observer<T> {
      @Override
      public void onSubscribe(Disposable fallback) {
        upstream.replace(fallback);
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
}
