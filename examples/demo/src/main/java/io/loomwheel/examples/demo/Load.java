package io.loomwheel.examples.demo;

import java.time.Duration;
import java.util.Locale;

/**
 * What every contestant has to carry. Immutable.
 *
 * @param streams open at once
 * @param elementsPerSecond over all streams
 */
record Load(int streams, int connections, int elementsPerSecond, Duration idle, int silent) {
  /** {@return how long a stream waits for its next element} */
  Duration betweenElements() {
    return Duration.ofSeconds(streams).dividedBy(elementsPerSecond);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,d open streams over %,d connections on loopback, %,d elements a second, an idle timeout"
            + " of %,d ms on every element.",
        streams,
        connections,
        elementsPerSecond,
        idle.toMillis());
  }
}
