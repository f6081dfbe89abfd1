package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.internal.IdleTimer;
import io.loomwheel.reactor.virtual.VirtualTime;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.Fuseable.ConditionalSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/** A source with an idle timeout. Immutable; each subscription has a timer of its own. */
final class IdleTimeoutFlux<T> extends FluxOperator<T, T> {
  private final ReactorIdleTime time;
  private final @Nullable Publisher<? extends T> fallback;

  IdleTimeoutFlux(Flux<T> source, ReactorIdleTime time, @Nullable Publisher<? extends T> fallback) {
    super(source);
    this.time = time;
    this.fallback = fallback;
  }

  @Override
  public void subscribe(CoreSubscriber<? super T> actual) {
    WheelTimer timer = VirtualTime.governing(time.measuring());
    TimedCoreSubscriber timed = new TimedCoreSubscriber(actual, timer, VirtualTime.current());
    boolean subscribed = false;
    try {
      source.subscribe(timed);
      subscribed = true;
    } finally {
      if (!subscribed) {
        timed.cancel(); // the caller tells downstream; no timeout may follow
      }
    }
  }

  /** {@return the message of the {@code TimeoutException}, the same as of {@code Flux.timeout}} */
  private String message(long nanos) {
    Scannable scan = Scannable.from(source);
    return "Did not observe any item or terminal signal within "
        + (nanos < 1_000_000 ? nanos + "ns" : nanos / 1_000_000 + "ms")
        + (scan.isScanAvailable() ? " in '" + scan.name() + "'" : "")
        + " (and no fallback has been configured)";
  }

  @Override
  @SuppressWarnings("rawtypes") // Scannable has it so
  public @Nullable Object scanUnsafe(Attr key) {
    return key == Attr.RUN_STYLE ? Attr.RunStyle.SYNC : super.scanUnsafe(key);
  }

  @Override
  public String stepName() {
    return "wheelTimeout";
  }

  /**
   * Passes on the signals of a source while they come in time.
   *
   * <p>The timeout and an element never overlap: the {@link IdleTimer} lets the time run out only
   * between two elements, and later signals of the source are dropped.
   */
  private final class TimedCoreSubscriber
      implements ConditionalSubscriber<T>, Subscription, Scannable {
    private final CoreSubscriber<? super T> actual;
    private final @Nullable ConditionalSubscriber<? super T> conditional;
    private final IdleTimer timer;
    private final ReactorSubscriptionArbiter subscriptions;

    /** The virtual time, or null if none was on at the subscription. */
    private final @Nullable VirtualTime virtual;

    /** The number of elements passed on. Written by the source, read when the time is up. */
    private long produced;

    @SuppressWarnings("unchecked")
    TimedCoreSubscriber(
        CoreSubscriber<? super T> actual, WheelTimer on, @Nullable VirtualTime virtual) {
      this.actual = actual;
      this.conditional =
          actual instanceof ConditionalSubscriber<?>
              ? (ConditionalSubscriber<? super T>) actual
              : null;
      this.virtual = virtual;
      this.subscriptions = new ReactorSubscriptionArbiter(fallback != null);
      this.timer =
          new IdleTimer(
              on, time.firstNanos(), time.idleNanos(), Schedulers.onSchedule(this::timedOut));
    }

    // --- from the source ---

    @Override
    public void onSubscribe(Subscription source) {
      if (!Operators.validate(subscriptions.current(), source)) {
        return;
      }
      subscriptions.begin(source);
      RejectedExecutionException refusal = arm();
      if (refusal != null) {
        source.cancel();
        Operators.error(actual, refusal);
        return;
      }
      boolean told = false;
      try {
        actual.onSubscribe(this);
        told = true;
      } finally {
        if (!told) {
          cancel(); // otherwise the timer would be armed again and again for an ended stream
        }
      }
      if (timer.begin()) {
        place(time.firstNanos());
      }
    }

    /** {@return null, or why the timer is not armed} */
    private @Nullable RejectedExecutionException arm() {
      try {
        return !time.isRefused() && timer.arm() ? null : Exceptions.failWithRejected();
      } catch (RejectedExecutionException limit) {
        return Exceptions.failWithRejected(limit);
      }
    }

    @Override
    public void onNext(T element) {
      if (enter(element)) {
        try {
          produced++;
          actual.onNext(element);
        } finally {
          leave();
        }
      }
    }

    @Override
    public boolean tryOnNext(T element) {
      ConditionalSubscriber<? super T> asked = conditional;
      if (asked == null) {
        onNext(element);
        return true;
      }
      if (!enter(element)) {
        return false;
      }
      boolean taken = false;
      try {
        taken = asked.tryOnNext(element);
      } finally {
        produced += taken ? 1 : 0;
        leave();
      }
      return taken;
    }

    private void leave() {
      timer.leave();
      place(time.idleNanos());
    }

    /** In virtual time, if an element and the timeout tie, the one submitted first wins. */
    private void place(long delayNanos) {
      if (virtual != null && !timer.isDone() && !subscriptions.isCancelled()) {
        virtual.place(timer, delayNanos);
      }
    }

    private void displace() {
      if (virtual != null) {
        virtual.displace(timer);
      }
    }

    private boolean enter(T element) {
      Objects.requireNonNull(element, "element");
      if (!subscriptions.isCancelled() && timer.enter()) {
        return true;
      }
      Operators.onNextDropped(element, actual.currentContext());
      return false;
    }

    @Override
    public void onError(Throwable cause) {
      Objects.requireNonNull(cause, "cause");
      if (finish()) {
        actual.onError(cause);
      } else {
        Operators.onErrorDropped(cause, actual.currentContext());
      }
    }

    @Override
    public void onComplete() {
      if (finish()) {
        actual.onComplete();
      }
    }

    private boolean finish() {
      boolean inTime = !subscriptions.isCancelled() && timer.finish();
      if (inTime) {
        displace();
      }
      return inTime;
    }

    // --- from the timer, between two elements ---

    private void timedOut() {
      try {
        if (fallback != null) {
          if (subscriptions.cancelSource()) {
            Subscriber<T> subscriber = new FallbackCoreSubscriber();
            Flux.<T>from(fallback).subscribe(subscriber); // with hooks, and reports what it throws
          }
        } else if (subscriptions.cancel()) {
          long missed = timer.isFirstMissing() ? time.firstNanos() : time.idleNanos();
          actual.onError(new TimeoutException(message(missed)));
        }
      } catch (Throwable thrown) {
        Errors.handle(thrown);
      }
    }

    // --- from downstream ---

    @Override
    public void request(long n) {
      subscriptions.request(n);
    }

    @Override
    public void cancel() {
      if (subscriptions.cancel()) {
        timer.stop();
        displace();
      }
    }

    @Override
    public Context currentContext() {
      return actual.currentContext();
    }

    @Override
    @SuppressWarnings("rawtypes") // Scannable has it so
    public @Nullable Object scanUnsafe(Attr key) {
      if (key == Attr.PARENT) {
        return subscriptions.current();
      }
      if (key == Attr.ACTUAL) {
        return actual;
      }
      if (key == Attr.CANCELLED) {
        return subscriptions.isCancelled();
      }
      if (key == Attr.TERMINATED) {
        return timer.isDone();
      }
      return key == Attr.RUN_STYLE ? Attr.RunStyle.SYNC : null;
    }

    /** Passes on the signals of the fallback, after the source has fallen silent. */
    private final class FallbackCoreSubscriber implements CoreSubscriber<T>, Scannable {
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

      @Override
      public Context currentContext() {
        return actual.currentContext();
      }

      @Override
      @SuppressWarnings("rawtypes") // Scannable has it so
      public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.PARENT) {
          return subscriptions.current();
        }
        if (key == Attr.ACTUAL) {
          return actual;
        }
        return key == Attr.RUN_STYLE ? Attr.RunStyle.SYNC : null;
      }
    }
  }
}
