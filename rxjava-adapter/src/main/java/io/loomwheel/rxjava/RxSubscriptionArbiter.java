package io.loomwheel.rxjava;

import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;

/**
 * Keeps the requests of downstream until the source has begun, then passes them on. Elements that
 * were requested and not produced by the source are requested from the fallback.
 *
 * <p>Thread-safe. Without a fallback, requests are not counted after the source has begun.
 */
final class RxSubscriptionArbiter extends Upstream {
  /** Marks a sum that was not passed on, because there is no source yet. */
  private static final long AWAITED = Long.MIN_VALUE;

  /** Means that there is no sum: requests go straight to the current subscription. */
  private static final long UNCOUNTED = -1;

  /** Unbounded demand, in a sum. One less than the greatest, so that no sum is UNCOUNTED. */
  private static final long ENDLESS = Long.MAX_VALUE - 1;

  private static final AtomicLongFieldUpdater<RxSubscriptionArbiter> REQUESTED =
      AtomicLongFieldUpdater.newUpdater(RxSubscriptionArbiter.class, "requested");

  private final boolean counted;

  /** The source's, written before {@link #requested} sends requests there. */
  private @Nullable Subscription source;

  /** The fallback's, null until it begins. */
  private @Nullable Subscription fallback;

  /**
   * A sum marked AWAITED, the sum of requests to the source, or UNCOUNTED. Changed by
   * compare-and-set: a request is either part of the sum that is handed over, or goes to the new
   * subscription directly.
   */
  private volatile long requested = AWAITED;

  RxSubscriptionArbiter(boolean counted) {
    this.counted = counted;
  }

  void begin(Subscription source) {
    if (begin(Disposable.fromSubscription(source))) {
      passTo(source);
    }
  }

  /** Passes the requests so far to the source, and sends later ones there. */
  void passTo(Subscription source) {
    this.source = source;
    long word;
    do {
      word = requested;
      if (word == UNCOUNTED) {
        return; // the fallback was quicker
      }
    } while (!REQUESTED.compareAndSet(this, word, counted ? sum(word) : UNCOUNTED));
    ask(source, sum(word));
    if (isWithout()) {
      this.source = null; // it was cancelled meanwhile
    }
  }

  @Override
  boolean dispose() {
    boolean first = super.dispose();
    source = null; // downstream may keep this for long
    fallback = null;
    return first;
  }

  @Override
  boolean cancelSource() {
    boolean comes = super.cancelSource();
    source = null;
    return comes;
  }

  void request(long n) {
    if (n <= 0) {
      RxJavaPlugins.onError(
          new IllegalArgumentException("n > 0 required but it was " + n)); // as RxJava's own
      return;
    }
    long word;
    do {
      word = requested;
    } while (word != UNCOUNTED && !REQUESTED.compareAndSet(this, word, plus(word, n)));
    boolean direct = word == UNCOUNTED && counted;
    Subscription to = word < UNCOUNTED ? null : direct ? fallback : source;
    if (to != null) {
      to.request(n);
    }
  }

  /** Lets the fallback take over, or cancels it if downstream has cancelled. */
  void replace(Subscription fallback, long produced) {
    if (!replace(Disposable.fromSubscription(fallback))) {
      return;
    }
    this.fallback = fallback;
    long sum = sum(REQUESTED.getAndSet(this, UNCOUNTED));
    ask(fallback, sum == ENDLESS ? sum : sum - produced);
  }

  private static void ask(Subscription subscription, long sum) {
    if (sum > 0) {
      subscription.request(sum == ENDLESS ? Long.MAX_VALUE : sum);
    }
  }

  private static long sum(long word) {
    return word & ~AWAITED;
  }

  private static long plus(long word, long n) {
    long sum = sum(word) + n;
    return (word & AWAITED) | (sum < 0 || sum > ENDLESS ? ENDLESS : sum);
  }
}
