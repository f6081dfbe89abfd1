package io.loomwheel.rxjava;

import io.loomwheel.schedulers.internal.IdleStream;
import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.exceptions.ProtocolViolationException;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * One subscription of an idle timeout, to a {@code Flowable} or an {@code Observable}. Passes on
 * the signals of the source while they come in time. Its upstream is a {@code Subscription} or a
 * {@code Disposable}.
 */
final class RxIdleStream<T> extends IdleStream<Object>
    implements FlowableSubscriber<T>, Observer<T>, Subscription {
  private final Subscriber<? super T> actual;
  private final IdleTime time;
  private final @Nullable Publisher<? extends T> fallback;

  RxIdleStream(
      Subscriber<? super T> actual, IdleTime time, @Nullable Publisher<? extends T> fallback) {
    super(
        time.timer().get(),
        time.first().nanos(),
        time.idle().nanos(),
        RxLibrary::hooked,
        fallback != null);
    this.actual = actual;
    this.time = time;
    this.fallback = fallback;
  }

  /**
   * {@return whether the source is to be subscribed to} As in RxJava's own timeout, the time begins
   * here already.
   */
  boolean begin() {
    return open(time.isRefused().getAsBoolean());
  }

  @Override
  protected void subscribed() {
    actual.onSubscribe(this);
  }

  @Override
  public void onSubscribe(Subscription source) {
    beginWith(source);
  }

  @Override
  public void onSubscribe(Disposable source) {
    beginWith(source);
  }

  private void beginWith(Object source) {
    if (!begin(source)) {
      cancel(source);
      if (!isEnded() && !isDone()) { // else it comes after the time was up
        RxJavaPlugins.onError(new ProtocolViolationException("a source must subscribe only once"));
      }
    }
  }

  @Override
  public void onNext(T element) {
    if (enter()) {
      try {
        actual.onNext(element);
      } finally {
        leave(true);
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

  @Override
  protected Throwable exceeded(boolean firstIsMissing) {
    return time.exceeded(firstIsMissing);
  }

  @Override
  protected void fail(Throwable cause) {
    actual.onError(cause);
  }

  @Override
  protected void fallBack() {
    Objects.requireNonNull(fallback).subscribe(new FallbackStream());
  }

  @Override
  protected void report(Throwable thrown) {
    RxJavaPlugins.onError(thrown);
  }

  @Override
  public void request(long n) {
    if (n > 0) {
      super.request(n);
    } else { // as RxJava's own
      RxJavaPlugins.onError(new IllegalArgumentException("n > 0 required but it was " + n));
    }
  }

  @Override
  protected void request(Object from, long n) {
    if (from instanceof Subscription subscription) {
      subscription.request(n);
    }
  }

  @Override
  protected void cancel(Object last) {
    try {
      if (last instanceof Subscription subscription) {
        subscription.cancel();
      } else {
        ((Disposable) last).dispose();
      }
    } catch (Throwable failure) { // downstream still gets the end
      RxJavaPlugins.onError(failure);
    }
  }

  /** Passes on the signals of the fallback, after the source has fallen silent. */
  private final class FallbackStream implements FlowableSubscriber<T> {
    @Override
    public void onSubscribe(Subscription fallback) {
      replace(fallback);
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
