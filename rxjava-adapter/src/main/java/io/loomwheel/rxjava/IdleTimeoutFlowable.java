package io.loomwheel.rxjava;

import static io.reactivex.rxjava3.core.BackpressureStrategy.MISSING;

import io.loomwheel.schedulers.internal.IdleStream;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableSource;
import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.exceptions.ProtocolViolationException;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A source with an idle timeout. Immutable; each subscription has a timer of its own. */
final class IdleTimeoutFlowable<T> extends Flowable<T> {
  private final Flowable<T> source;

  /** Subscribes to the source, as to the kind of stream that it is. */
  private final Consumer<RxIdleStream> begin;

  private final IdleTime time;
  private final @Nullable Publisher<? extends T> fallback;

  IdleTimeoutFlowable(
      Flowable<T> source,
      Consumer<RxIdleStream> begin,
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
    IdleTimeoutFlowable<T> timed =
        new IdleTimeoutFlowable<>(source.toFlowable(MISSING), source::subscribe, time, others);
    return Observable.<T>fromPublisher(timed::subscribeActual); // no hook of a Flowable is called
  }

  @Override
  protected void subscribeActual(Subscriber<? super T> actual) {
    Scheduler test = time.test();
    if (test != null) {
      onTest(test).subscribe(actual);
      return;
    }
    RxIdleStream stream = new RxIdleStream(actual);
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

  /**
   * One subscription of an idle timeout, to a {@code Flowable} or an {@code Observable}. Passes on
   * the signals of the source while they come in time. Its upstream is a {@code Subscription} or a
   * {@code Disposable}.
   */
  final class RxIdleStream extends IdleStream<Object>
      implements FlowableSubscriber<T>, Observer<T>, Subscription {
    private final Subscriber<? super T> actual;

    RxIdleStream(Subscriber<? super T> actual) {
      super(time.timer().get(), time.first().nanos(), time.idle().nanos(), RxLibrary::hooked);
      this.actual = actual;
    }

    /**
     * {@return whether the source is to be subscribed to} As in RxJava's own timeout, the time
     * begins here already.
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
          RxJavaPlugins.onError(
              new ProtocolViolationException("a source must subscribe only once"));
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
    protected boolean fallBack() {
      if (fallback == null) {
        return false;
      }
      fallback.subscribe(new FallbackStream());
      return true;
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
}
