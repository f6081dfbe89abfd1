package io.loomwheel.examples.demo;

import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The far end of one stream: notes when it got an element, and how long it was idle when its
 * timeout came.
 *
 * <p>Elements come on one thread, the timeout may come on another; anybody may read.
 */
final class Watched {
  private final AtomicInteger ends = new AtomicInteger();
  private final Runnable onFirstEnd;

  /** When the last element came, or this was made. The timeout of the next is armed after that. */
  private volatile long lastNanos = System.nanoTime();

  /** Written before {@link #ends} first rises. */
  private long idleNanos;

  private boolean broken;

  /** A stream whose end nobody waits for. */
  Watched() {
    this(() -> {});
  }

  /** A stream whose end is waited for. */
  Watched(Runnable onFirstEnd) {
    this.onFirstEnd = onFirstEnd;
  }

  void onElement(Quote quote) {
    lastNanos = System.nanoTime();
  }

  void onEnd(Throwable why) {
    if (ends.get() == 0) {
      idleNanos = System.nanoTime() - lastNanos;
      broken = !(why instanceof TimeoutException);
    }
    if (ends.getAndIncrement() == 0) {
      onFirstEnd.run();
    }
  }

  /** {@return how often the stream ended: at most once, if all is well} */
  int ends() {
    return ends.get();
  }

  /** {@return whether it ended by anything but its timeout} */
  boolean isBroken() {
    return broken;
  }

  /** {@return how long it had been idle when its timeout came} */
  long idleNanos() {
    return idleNanos;
  }
}
