package io.loomwheel.bench.questions;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/**
 * Makes copies of a class, one for each contestant, so that each has its own type profile and is
 * compiled for its one timer, as it would be in an application. One loop for all would be compiled
 * for all, and charge every call with a look-up. Stateless.
 */
final class Copies {
  /** {@return a new instance of a copy of the class, which has no nested ones} */
  static <T> T of(Class<? extends T> original, Class<T> type) {
    String name = original.getName().replaceFirst(".*\\.", "") + ".class";
    try (InputStream file = original.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException("no class file of " + original);
      }
      MethodHandles.Lookup copy =
          MethodHandles.lookup().defineHiddenClass(file.readAllBytes(), true);
      return type.cast(copy.lookupClass().getDeclaredConstructor().newInstance());
    } catch (IOException | ReflectiveOperationException e) {
      throw new IllegalStateException("can't copy " + original, e);
    }
  }
}
