package io.loomwheel.examples.demo;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Decides from a seed what becomes of every attempt at every request, so that backend and verdict
 * agree without talking to each other.
 *
 * <p>Of a thousand requests about ten hang at every attempt, twenty at the first one only, and
 * fifty are slow. Pure: the same three values always give the same plan.
 *
 * @param seed any number
 * @param requests how many, numbered from 0
 * @param timeout of one attempt
 */
record Plan(long seed, int requests, Duration timeout) {
  /** How often a request is sent before it is given up: once, and two retries. */
  static final int ATTEMPTS = 3;

  private static final int DRAWS = 1_000;
  private static final int HANG_ALWAYS = 10;
  private static final int HANG_ONCE = 20;
  private static final int SLOW = 50;
  private static final Duration QUICK_AT_MOST = Duration.ofMillis(5);

  /**
   * {@return what the backend does with an attempt}
   *
   * @param request from 0
   * @param attempt from 1
   */
  Fate fate(int request, int attempt) {
    int draw = random(request).nextInt(DRAWS);
    if (draw < HANG_ALWAYS) {
      return Fate.HANG;
    }
    if (draw < HANG_ALWAYS + HANG_ONCE) {
      return attempt == 1 ? Fate.HANG : Fate.QUICK;
    }
    return draw < HANG_ALWAYS + HANG_ONCE + SLOW ? Fate.SLOW : Fate.QUICK;
  }

  /** {@return how long the backend takes over a quick answer to this request} */
  Duration quickDelay(int request) {
    Duration most = QUICK_AT_MOST.compareTo(slowDelay()) < 0 ? QUICK_AT_MOST : slowDelay();
    SplittableRandom random = random(request);
    random.nextInt();
    return Duration.ofNanos(random.nextLong(most.toNanos() + 1));
  }

  /** {@return how long the backend takes over a slow answer} */
  Duration slowDelay() {
    return timeout.dividedBy(4);
  }

  /** {@return what a run must come to if no answer is late} Costs a look at every request. */
  Expected expected() {
    int timedOut = 0;
    int timeouts = 0;
    for (int request = 0; request < requests; request++) {
      int hung = 0;
      while (hung < ATTEMPTS && fate(request, hung + 1) == Fate.HANG) {
        hung++;
      }
      timeouts += hung;
      timedOut += hung == ATTEMPTS ? 1 : 0;
    }
    return new Expected(requests - timedOut, timedOut, timeouts, timeouts - timedOut);
  }

  private SplittableRandom random(int request) {
    return new SplittableRandom(seed * 1_000_003 + request);
  }
}
