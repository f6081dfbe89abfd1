package io.loomwheel;

import java.net.URL;
import java.util.stream.Stream;

/** Where classes come from, for a class loader that is to load them anew. */
final class ClassLocations {
  /** {@return the folder or jar of each} */
  static URL[] of(Class<?>... types) {
    return Stream.of(types)
        .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
        .toArray(URL[]::new);
  }
}
