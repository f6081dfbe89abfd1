package io.loomwheel.rxjava;

import io.loomwheel.loom.internal.IdleTimer;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

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
    TimedSubscriber subscriber = new TimedSubscriber(actual);
    if (subscriber.begin()) {
      source.subscribe(subscriber);
    }
  }

  /**
   * Passes on the signals of a source while they come in time.
   *
   * <p>The timeout and an element never overlap: the {@link IdleTimer} lets the time run out only
   * between two elements, and later signals of the source are dropped.
   */
  private final class TimedSubscriber implements FlowableSubscriber<T>, Subscription {
    private final Subscriber<? super T> actual;
    private final IdleTimer timer;
    private final RxSubscriptionArbiter subscriptions;

    /** The number of elements passed on. Written by the source, read when the time is up. */
    private long produced;

    TimedSubscriber(Subscriber<? super T> actual) {
      this.actual = actual;
      this.subscriptions = new RxSubscriptionArbiter(fallback != null);
      this.timer = time.timer(this::timedOut);
    }

    /**
     * Calls downstream's {@code onSubscribe}, and starts the time. As in RxJava's own timeout, the
     * time doesn't wait for the source's {@code onSubscribe}.
     *
     * @return whether the source is to be subscribed to
     */
    boolean begin() {
      RejectedExecutionException rejected = time.arm(timer);
      if (rejected != null) {
        subscriptions.dispose(); // downstream must not stop a timer that was never armed
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
          cancel(); // otherwise the timer is armed again and again for an ended stream
        }
      }
      timer.begin();
      return true;
    }

    // --- from the source ---

    @Override
    public void onSubscribe(Subscription source) {
      subscriptions.begin(source);
    }

    @Override
    public void onNext(T element) {
      if (!subscriptions.isDisposed() && timer.enter()) {
        try {
          produced++;
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
      return !subscriptions.isDisposed() && timer.finish();
    }

    // --- from the timer, between two elements ---

    private void timedOut() {
      try {
        if (fallback != null) {
          if (subscriptions.cancelSource()) {
            fallback.subscribe(new FallbackFlowableSubscriber());
          }
        } else if (subscriptions.dispose()) {
          actual.onError(time.exceeded(timer));
        }
      } catch (Throwable thrown) {
        RxJavaPlugins.onError(thrown);
      }
    }

    // --- from downstream ---

    @Override
    public void request(long n) {
      subscriptions.request(n);
    }

    @Override
    public void cancel() {
      if (subscriptions.dispose()) {
        timer.stop();
      }
    }

    /** Passes on the signals of the fallback, after the source has fallen silent. */
    private final class FallbackFlowableSubscriber implements FlowableSubscriber<T> {
      @Override
      public void onSubscribe(Subscription fallback) {
        subscriptions.replace(fallback, produced);
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
