package io.loomwheel.badinput;

import static java.util.stream.Collectors.joining;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A method or constructor as a row writes it: {@code cancel()}, {@code pass(long time, TimeUnit
 * unit)}; without type arguments, and a type variable as its bound.
 */
record Signature(String written, String method, List<String> types, List<String> names) {
  private static final Pattern WRITTEN = Pattern.compile("(\\w+)\\((.*)\\)");
  private static final Pattern PARAMETER = Pattern.compile("([\\w\\[\\]]+) (\\w+)");

  static Signature parse(String written) {
    Matcher parts = WRITTEN.matcher(written);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "a row must be written name(Type name, …), was " + written);
    }
    List<Matcher> parameters =
        Pattern.compile(", ")
            .splitAsStream(parts.group(2))
            .filter(parameter -> !parameter.isEmpty())
            .map(PARAMETER::matcher)
            .filter(Matcher::matches)
            .toList();
    return new Signature(
        written,
        parts.group(1),
        parameters.stream().map(parameter -> parameter.group(1)).toList(),
        parameters.stream().map(parameter -> parameter.group(2)).toList());
  }

  boolean fits(Executable executable) {
    return method.equals(nameOf(executable)) && types.equals(typesOf(executable));
  }

  /** {@return the name without the package, that of its class for a constructor} */
  private static String nameOf(Executable executable) {
    return executable instanceof Constructor<?>
        ? executable.getDeclaringClass().getSimpleName()
        : executable.getName();
  }

  private static List<String> typesOf(Executable executable) {
    return Stream.of(executable.getParameterTypes()).map(Class::getSimpleName).toList();
  }

  static String of(Executable executable) {
    return executable.getDeclaringClass().getName().replaceFirst(".*\\.", "")
        + "."
        + nameOf(executable)
        + typesOf(executable).stream().collect(joining(", ", "(", ")"));
  }
}
