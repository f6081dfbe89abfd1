package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.virtual.VirtualTasks;
import io.loomwheel.reactor.virtual.VirtualTime;
import io.loomwheel.schedulers.internal.IdleStream;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
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
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Scheduler;
import reactor.util.context.Context;

/** A source with an idle timeout. Immutable; each subscription has a timer of its own. */
@SuppressWarnings("rawtypes") // Scannable has Attr so
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
    VirtualTasks virtual = VirtualTime.current();
    if (virtual != null && !time.isRefused().getAsBoolean()) {
      inVirtualTime(virtual.scheduler()).subscribe(actual);
      return;
    }
    CoreSubscriber<? super T> told = actual;
    try {
      TimedCoreSubscriber timed = new TimedCoreSubscriber(actual);
      told = timed;
      source.subscribe(timed);
    } catch (Throwable thrown) {
      Operators.reportThrowInSubscribe(told, thrown); // not every caller tells downstream
    }
  }

  /** {@return one subscription's timeout in virtual time, by Reactor's own operator} */
  private Flux<T> inVirtualTime(Scheduler virtual) {
    AtomicBoolean begun = new AtomicBoolean();
    Mono<?> idle = delay(time.idleNanos(), virtual);
    return Flux.<T>from(source)
        .timeout(
            delay(time.firstNanos(), virtual),
            element -> {
              begun.setPlain(true);
              return idle;
            },
            fallback != null ? fallback : Flux.error(() -> exceeded(!begun.getPlain())));
  }

  private static Mono<?> delay(long nanos, Scheduler virtual) {
    return nanos > Long.MAX_VALUE >> 1 // the sum with the time may overflow
        ? Mono.never()
        : Mono.delay(Duration.ofNanos(Math.max(0, nanos)), virtual).onErrorComplete();
  }

  /** {@return the exception of a timeout, with the message of {@code Flux.timeout}} */
  private TimeoutException exceeded(boolean first) {
    long nanos = first ? time.firstNanos() : time.idleNanos();
    Scannable scan = Scannable.from(source);
    return new TimeoutException(
        "Did not observe any item or terminal signal within "
            + (nanos < 1_000_000 ? nanos + "ns" : nanos / 1_000_000 + "ms")
            + (scan.isScanAvailable() ? " in '" + scan.name() + "'" : "")
            + " (and no fallback has been configured)");
  }

  @Override
  public @Nullable Object scanUnsafe(Attr key) {
    return key == Attr.RUN_STYLE ? Attr.RunStyle.SYNC : super.scanUnsafe(key);
  }

  @Override
  public String stepName() {
    return "wheelTimeout";
  }

  /** Passes on the signals of a source while they come in time. */
  private final class TimedCoreSubscriber extends IdleStream<Subscription>
      implements ConditionalSubscriber<T>, Subscription, Scannable {
    private final CoreSubscriber<? super T> actual;
    private final @Nullable ConditionalSubscriber<? super T> conditional;

    TimedCoreSubscriber(CoreSubscriber<? super T> actual) {
      super(time.timer().get(), time.firstNanos(), time.idleNanos(), ReactorLibrary::hooked);
      this.actual = actual;
      this.conditional = actual instanceof ConditionalSubscriber<? super T> asks ? asks : null;
    }

    @Override
    public void onSubscribe(Subscription source) {
      if (!begin(source)) {
        source.cancel();
        if (!isEnded()) {
          Operators.reportSubscriptionSet();
        }
        return;
      }
      open(time.isRefused().getAsBoolean());
    }

    @Override
    protected void subscribed() {
      actual.onSubscribe(this);
    }

    @Override
    public void onNext(T element) {
      if (isTaken(element)) {
        try {
          actual.onNext(element);
        } finally {
          leave(true);
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
      boolean taken = false;
      if (isTaken(element)) {
        try {
          taken = asked.tryOnNext(element);
        } finally {
          leave(taken);
        }
      }
      return taken;
    }

    private boolean isTaken(T element) {
      Objects.requireNonNull(element, "element");
      boolean taken = enter();
      if (!taken) {
        Operators.onNextDropped(element, actual.currentContext());
      }
      return taken;
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

    @Override
    protected Throwable exceeded(boolean firstIsMissing) {
      return IdleTimeoutFlux.this.exceeded(firstIsMissing);
    }

    @Override
    protected void fail(Throwable cause) {
      actual.onError(
          cause instanceof RejectedExecutionException ? Exceptions.failWithRejected(cause) : cause);
    }

    @Override
    protected boolean fallBack() {
      if (fallback == null) {
        return false;
      }
      Subscriber<T> subscriber = new FallbackCoreSubscriber();
      Flux.<T>from(fallback).subscribe(subscriber); // with hooks, and reports what it throws
      return true;
    }

    @Override
    protected void report(Throwable thrown) {
      Errors.handle(thrown);
    }

    @Override
    public void request(long n) {
      if (Operators.validate(n)) {
        super.request(n);
      }
    }

    @Override
    protected void request(Subscription from, long n) {
      from.request(n);
    }

    /** A source must not throw here, but if it does, the timer and downstream still end. */
    @Override
    protected void cancel(Subscription last) {
      try {
        last.cancel();
      } catch (Throwable thrown) {
        Exceptions.throwIfJvmFatal(thrown);
        Errors.handle(thrown);
      }
    }

    @Override
    public Context currentContext() {
      return actual.currentContext();
    }

    @Override
    public @Nullable Object scanUnsafe(Attr key) {
      if (key == Attr.CANCELLED) {
        return isEnded();
      }
      return key == Attr.TERMINATED ? (Boolean) isDone() : scanLink(key);
    }

    private @Nullable Object scanLink(Attr key) {
      if (key == Attr.PARENT) {
        return upstream();
      }
      return key == Attr.ACTUAL ? actual : key == Attr.RUN_STYLE ? Attr.RunStyle.SYNC : null;
    }

    /** Passes on the signals of the fallback, after the source has fallen silent. */
    private final class FallbackCoreSubscriber implements CoreSubscriber<T>, Scannable {
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

      @Override
      public Context currentContext() {
        return actual.currentContext();
      }

      @Override
      public @Nullable Object scanUnsafe(Attr key) {
        return scanLink(key);
      }
    }
  }

  /** How long a source may be silent, at first and after an element, on what timer. Immutable. */
  record ReactorIdleTime(
      long firstNanos, long idleNanos, Supplier<WheelTimer> timer, BooleanSupplier isRefused) {
    static ReactorIdleTime of(Duration idle) {
      return of(Objects.requireNonNull(idle, "idle"), idle);
    }

    static ReactorIdleTime of(Duration first, Duration idle) {
      return new ReactorIdleTime(
          TimeUnit.NANOSECONDS.convert(Objects.requireNonNull(first, "first")),
          TimeUnit.NANOSECONDS.convert(Objects.requireNonNull(idle, "idle")),
          WheelTimer::shared,
          () -> false);
    }

    ReactorIdleTime on(Scheduler scheduler) {
      if (!(Objects.requireNonNull(scheduler, "on") instanceof WheelScheduler wheel)) {
        throw new IllegalArgumentException("on must be a WheelScheduler, was " + scheduler);
      }
      return new ReactorIdleTime(firstNanos, idleNanos, wheel::timer, wheel::isDisposed);
    }

    ReactorIdleTime on(WheelTimer timer) {
      Objects.requireNonNull(timer, "on");
      return new ReactorIdleTime(firstNanos, idleNanos, () -> timer, () -> false);
    }
  }
}
