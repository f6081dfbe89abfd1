package io.loomwheel.examples.demo;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a whole number above zero from the command line. */
final class PositiveInt implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String value) {
    try {
      int number = Integer.parseInt(value);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // Refused below, like a number that is out of range.
    }
    throw new TypeConversionException(
        "must be a whole number from 1 to " + Integer.MAX_VALUE + ", was '" + value + "'");
  }
}
