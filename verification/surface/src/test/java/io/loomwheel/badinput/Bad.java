package io.loomwheel.badinput;

import java.time.Duration;

/** The numbers that each parameter of a number is given: a count, a span in a unit, a duration. */
enum Bad {
  MIN(Long.MIN_VALUE, Integer.MIN_VALUE, Duration.ofSeconds(Long.MIN_VALUE)),
  NEGATIVE(-1, -1, Duration.ofNanos(-1)),
  ZERO(0, 0, Duration.ZERO),
  MAX(Long.MAX_VALUE, Integer.MAX_VALUE, Duration.ofSeconds(Long.MAX_VALUE));

  private final long asLong;
  private final int asInt;
  private final Duration asDuration;

  Bad(long asLong, int asInt, Duration asDuration) {
    this.asLong = asLong;
    this.asInt = asInt;
    this.asDuration = asDuration;
  }

  Object as(Class<?> type) {
    return type == long.class ? asLong : type == int.class ? (Object) asInt : asDuration;
  }

  static boolean isNumber(Class<?> type) {
    return type == long.class || type == int.class || type == Duration.class;
  }
}
