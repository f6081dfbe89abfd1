package io.loomwheel.examples.demo;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time from the command line: 800ms, 1s, or a duration as ISO 8601 writes it. */
final class IdleSpan implements ITypeConverter<Duration> {
  private static final Pattern PLAIN = Pattern.compile("(\\d{1,9})(ms|s)");
  private static final Duration LONGEST = Duration.ofHours(1);

  @Override
  public Duration convert(String value) {
    try {
      Duration time = parse(value);
      if (time.isPositive() && time.compareTo(LONGEST) <= 0) {
        return time;
      }
    } catch (DateTimeParseException notADuration) {
      // Refused below, like a duration that is out of range.
    }
    throw new TypeConversionException(
        "must be like 800ms, 1s or PT1S, above zero and at most "
            + LONGEST
            + ", was '"
            + value
            + "'");
  }

  private static Duration parse(String value) {
    Matcher plain = PLAIN.matcher(value);
    if (!plain.matches()) {
      return Duration.parse(value);
    }
    long amount = Long.parseLong(plain.group(1));
    return plain.group(2).equals("s") ? Duration.ofSeconds(amount) : Duration.ofMillis(amount);
  }
}
