package io.loomwheel.reactor;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.Exceptions;
import reactor.core.publisher.Operators;

/**
 * The subscription that downstream gets: to the source first, to the fallback later. Elements that
 * were requested and not produced by then are requested from the fallback.
 *
 * <p>Thread-safe. Where there is no fallback, requests are not counted.
 */
final class ReactorSubscriptionArbiter {
  /** Means that there is no sum: requests go straight to the current subscription. */
  private static final long UNCOUNTED = -1;

  private static final AtomicReferenceFieldUpdater<
          ReactorSubscriptionArbiter, @Nullable Subscription>
      CURRENT =
          AtomicReferenceFieldUpdater.newUpdater(
              ReactorSubscriptionArbiter.class, Subscription.class, "current");
  private static final AtomicLongFieldUpdater<ReactorSubscriptionArbiter> REQUESTED =
      AtomicLongFieldUpdater.newUpdater(ReactorSubscriptionArbiter.class, "requested");

  /** The source's subscription, written before downstream is told. Gets all counted requests. */
  private @Nullable Subscription source;

  /** The source's, none, the fallback's, or Reactor's mark of a cancelled one, which is final. */
  private volatile @Nullable Subscription current;

  /**
   * The sum of all requests, up to the moment when the fallback takes over; then UNCOUNTED. By
   * compare-and-set: a request is either part of the sum that is handed over, or goes to the
   * fallback itself.
   */
  private volatile long requested;

  ReactorSubscriptionArbiter(boolean counted) {
    this.requested = counted ? 0 : UNCOUNTED;
  }

  void begin(Subscription source) {
    this.source = source;
    current = source;
  }

  @Nullable Subscription current() {
    return current;
  }

  boolean isCancelled() {
    return current == Operators.cancelledSubscription();
  }

  void request(long n) {
    long sum;
    boolean counted = false;
    while (!counted && (sum = requested) != UNCOUNTED) {
      counted = n <= 0 || REQUESTED.compareAndSet(this, sum, Operators.addCap(sum, n));
    }
    Subscription to = counted ? source : current;
    if (to != null) {
      to.request(n); // a bad request too: the source refuses it
    }
  }

  /** {@return whether this call cancelled it} */
  boolean cancel() {
    Subscription last = CURRENT.getAndSet(this, Operators.cancelledSubscription());
    if (last == Operators.cancelledSubscription()) {
      return false;
    }
    if (last != null) {
      cancel(last);
    }
    return true;
  }

  /**
   * Cancels, and reports an exception: a source must not throw here, but if it does, the timer and
   * downstream still end.
   */
  private static void cancel(Subscription last) {
    try {
      last.cancel();
    } catch (Throwable thrown) {
      Exceptions.throwIfJvmFatal(thrown);
      Errors.handle(thrown);
    }
  }

  /** {@return whether this call cancelled the source} From then on requests are only counted. */
  boolean cancelSource() {
    Subscription last = source;
    Subscription none = Operators.emptySubscription();
    if (last == null || !CURRENT.compareAndSet(this, last, none)) {
      return false;
    }
    cancel(last);
    return true;
  }

  /** Lets the fallback take over, or cancels it if downstream has cancelled. */
  void replace(Subscription fallback, long produced) {
    Subscription none = Operators.emptySubscription();
    if (!CURRENT.compareAndSet(this, none, fallback)) {
      fallback.cancel();
      return;
    }
    long sum = REQUESTED.getAndSet(this, UNCOUNTED);
    long left = sum == Long.MAX_VALUE ? sum : sum - produced;
    if (left > 0) {
      fallback.request(left);
    }
  }
}
