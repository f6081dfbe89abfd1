package io.loomwheel.examples.longpoll;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a reader asks for. Immutable.
 *
 * @param after the number of the last event it has, 0 for none
 * @param longest how long it is ready to wait for the next
 */
record PollQuery(int after, Duration longest) {
  private static final Pattern QUERY =
      Pattern.compile("after=(\\d{1,9})&wait=(?:(\\d{1,6})ms|(\\d{1,5})s)");

  /**
   * {@return what the query says}
   *
   * @param query of the request, such as {@code after=3&wait=5s}
   * @throws IllegalArgumentException if it is another
   */
  static PollQuery parse(@Nullable String query) {
    Matcher matcher = QUERY.matcher(query == null ? "" : query);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "the query must be like after=3&wait=5s or wait=500ms, was " + query);
    }
    String millis = matcher.group(2);
    return new PollQuery(
        Integer.parseInt(matcher.group(1)),
        millis != null
            ? Duration.ofMillis(Long.parseLong(millis))
            : Duration.ofSeconds(Long.parseLong(matcher.group(3))));
  }
}
