package io.loomwheel.examples.heartbeat;

import java.time.Duration;

/**
 * How often a connection is asked whether it lives.
 *
 * @param interval between two heartbeats
 * @param unanswered how many make it lost
 */
record Pace(Duration interval, int unanswered) {
  /** {@return the shortest silence after which a connection may be closed} */
  Duration shortestSilence() {
    return interval.multipliedBy(unanswered);
  }

  /** {@return the longest, were every machine idle and every tick short} */
  Duration longestSilence() {
    return interval.multipliedBy(unanswered + 1L);
  }
}
