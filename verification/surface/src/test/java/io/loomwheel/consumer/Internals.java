package io.loomwheel.consumer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The list of internal packages in the root POM, and what it has to say. Stateless. */
final class Internals {
  private static final Pattern LIST =
      Pattern.compile("<internal\\.packages>([^<]+)</internal\\.packages>");

  private Internals() {}

  /** {@return the packages that are neither in the javadoc nor in the API diff} */
  static List<String> packages() {
    try {
      Matcher list = LIST.matcher(Files.readString(Path.of("..", "..", "pom.xml")));
      if (!list.find()) {
        throw new AssertionError("no <internal.packages> in the root POM");
      }
      return List.of(list.group(1).split(";"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return the packages of a module that it exports to nobody, or to some modules alone} */
  static Set<String> unexported(Path place) {
    ModuleDescriptor module =
        ModuleFinder.of(place).findAll().stream().findFirst().orElseThrow().descriptor();
    Set<String> unexported = new TreeSet<>(module.packages());
    unexported.removeAll(
        module.exports().stream()
            .filter(exports -> !exports.isQualified())
            .map(ModuleDescriptor.Exports::source)
            .collect(Collectors.toSet()));
    return unexported;
  }
}
