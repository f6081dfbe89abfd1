package io.loomwheel.surface;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What users can call: the public types of the packages that a published module exports to all, and
 * in them what is public, or protected where a class may be extended.
 *
 * <p>Left out is what the compiler writes: bridges, other than those to a superclass that is not
 * public, and of a record the accessors, {@code equals}, {@code hashCode} and {@code toString}.
 */
public final class Surface {
  public static Stream<Class<?>> types() {
    return Modules.ONE_OF_EACH.stream().flatMap(one -> typesBeside(one).stream());
  }

  /** {@return the public types of the module that a class is from} */
  public static List<Class<?>> typesBeside(Class<?> one) {
    try {
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
            .<Class<?>>map(Surface::load)
            .filter(Surface::isPublic)
            .toList();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, Surface.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new LinkageError(name, e);
    }
  }

  private static boolean isPublic(Class<?> type) {
    return Modifier.isPublic(type.getModifiers())
        && (type.getDeclaringClass() == null || isPublic(type.getDeclaringClass()));
  }

  /** {@return the methods and constructors that a type declares, and users can call} */
  public static List<Executable> of(Class<?> type) {
    return Stream.<Executable>concat(
            Stream.of(type.getDeclaredConstructors()), Stream.of(type.getDeclaredMethods()))
        .filter(executable -> isOpen(type, executable) && !isWrittenByTheCompiler(executable))
        .toList();
  }

  private static boolean isOpen(Class<?> type, Executable executable) {
    boolean extensible = !Modifier.isFinal(type.getModifiers()) && !type.isSealed();
    return Modifier.isPublic(executable.getModifiers())
        || (extensible && Modifier.isProtected(executable.getModifiers()));
  }

  private static boolean isWrittenByTheCompiler(Executable executable) {
    if (executable instanceof Method method) {
      return method.isSynthetic()
          ? !isInherited(method)
          : method.getDeclaringClass().isRecord()
              && (method.getParameterCount() == 0 || method.getName().equals("equals"));
    }
    return executable.isSynthetic();
  }

  /** {@return whether a method is a bridge to that of a superclass which is not public} */
  static boolean isInherited(Method method) {
    return method.isBridge()
        && Stream.of(method.getDeclaringClass().getDeclaredMethods())
            .filter(other -> !other.isSynthetic() && other.getName().equals(method.getName()))
            .noneMatch(other -> fits(method, other));
  }

  /** {@return whether a bridge may be the compiler's way to a method of more exact parameters} */
  private static boolean fits(Method bridge, Method method) {
    Class<?>[] wide = bridge.getParameterTypes();
    Class<?>[] exact = method.getParameterTypes();
    return wide.length == exact.length
        && IntStream.range(0, wide.length).allMatch(i -> wide[i].isAssignableFrom(exact[i]));
  }
}
