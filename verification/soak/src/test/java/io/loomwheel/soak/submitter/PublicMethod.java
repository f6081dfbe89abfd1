package io.loomwheel.soak.submitter;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A method that users may call, inherited ones included. */
record PublicMethod(Class<?> type, Method method) {
  /** {@return those of all exported types of the module that a class is from} */
  static List<PublicMethod> ofModuleOf(Class<?> one) throws IOException, URISyntaxException {
    Path place = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    ModuleReference module = ModuleFinder.of(place).findAll().stream().findFirst().orElseThrow();
    Set<String> exported =
        module.descriptor().exports().stream()
            .filter(exports -> !exports.isQualified())
            .map(exports -> exports.source())
            .collect(Collectors.toSet());
    try (ModuleReader reader = module.open();
        Stream<String> files = reader.list()) {
      return files
          .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
          .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
          .filter(name -> exported.contains(name.substring(0, name.lastIndexOf('.'))))
          .<Class<?>>map(PublicMethod::load)
          .filter(type -> Modifier.isPublic(type.getModifiers()) && !type.isRecord())
          .flatMap(PublicMethod::of)
          .toList();
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, PublicMethod.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new LinkageError(name, e);
    }
  }

  private static Stream<PublicMethod> of(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getDeclaringClass() != Object.class && !method.isSynthetic())
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
