package io.loomwheel.spring;

import org.jspecify.annotations.Nullable;

/** Reports a property that breaks a rule: its name, its value and the rule. Immutable. */
final class InvalidPropertyException extends RuntimeException {
  private static final long serialVersionUID = 1;

  final String property;
  final String value;
  final String rule;

  InvalidPropertyException(String property, @Nullable Object value, String rule) {
    super("The property " + property + " is '" + value + "', and " + rule);
    this.property = property;
    this.value = String.valueOf(value);
    this.rule = rule;
  }

  /** {@return the report of a value that a builder has rejected with the rule in its message} */
  static InvalidPropertyException of(
      String property, @Nullable Object value, IllegalArgumentException rejection) {
    InvalidPropertyException report =
        new InvalidPropertyException(property, value, String.valueOf(rejection.getMessage()));
    report.initCause(rejection);
    return report;
  }
}
