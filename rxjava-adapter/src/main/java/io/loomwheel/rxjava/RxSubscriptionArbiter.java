package io.loomwheel.rxjava;

import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;

/**
 * The requests of downstream: kept until the source has come, then passed on. What was requested
 * and not produced by the source is requested from the fallback.
 *
 * <p>Thread-safe. Where there is no fallback, requests are not counted once the source has come.
 */
final class RxSubscriptionArbiter extends Upstream {
  /** Added to a sum that was not passed on, because there is no source yet. */
  private static final long AWAITED = Long.MIN_VALUE;

  /** In place of a sum: requests go straight to whoever is subscribed to. */
  private static final long UNCOUNTED = -1;

  /** As much as anybody wants, in a sum. One less than the greatest, so that none is UNCOUNTED. */
  private static final long ENDLESS = Long.MAX_VALUE - 1;

  private static final VarHandle REQUESTED;

  static {
    try {
      REQUESTED =
          MethodHandles.lookup()
              .findVarHandle(RxSubscriptionArbiter.class, "requested", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final boolean counted;

  /** Written before {@link #requested} says that requests go there. */
  private @Nullable Subscription source;

  /** The same. */
  private @Nullable Subscription fallback;

  /**
   * A sum with AWAITED, a sum of what the source was asked for, or UNCOUNTED. By compare-and-set: a
   * request is either part of what is handed over, or goes to the new one itself.
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

  /** Asks the source for what was requested, and has what is requested later go there. */
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
    long sum = sum((long) REQUESTED.getAndSet(this, UNCOUNTED));
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
