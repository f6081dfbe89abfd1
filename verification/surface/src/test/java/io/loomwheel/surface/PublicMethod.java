package io.loomwheel.surface;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A method that users may call, inherited ones included. */
record PublicMethod(Class<?> type, Method method) {
  static Stream<PublicMethod> of(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getDeclaringClass() != Object.class)
        .filter(method -> !method.isSynthetic() || Surface.isInherited(method))
        .map(method -> new PublicMethod(type, method));
  }

  /** {@return a name, arguments and all, as calls have it} */
  String call(Class<?> on) {
    return on.getName()
        + "."
        + method.getName()
        + Arrays.stream(method.getParameterTypes())
            .map(Class::getName)
            .collect(Collectors.joining(",", "(", ")"));
  }

  /** {@return what a list may call it: by its type, its name, both, or with its arguments} */
  List<String> names() {
    String name = type.getSimpleName() + "." + method.getName();
    return List.of(type.getSimpleName(), method.getName(), name, name + arguments());
  }

  private String arguments() {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(",", "(", ")"));
  }

  @Override
  public String toString() {
    return type.getSimpleName() + "." + method.getName() + arguments();
  }
}
