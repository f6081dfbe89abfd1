package io.loomwheel.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A module that requires one of ours, with a main class. Compiled and run with nothing on its
 * module path but what it is given.
 */
final class ModuleConsumer {
  private final Path dir;
  private final List<Path> modulePath;

  /**
   * Takes a directory for sources and classes, and the locations of classes that are the module
   * path.
   */
  ModuleConsumer(Path dir, Class<?>... onModulePath) {
    this.dir = dir;
    this.modulePath = Stream.of(onModulePath).map(ModuleConsumer::placeOf).distinct().toList();
  }

  static Path placeOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** {@return what javac says with all warnings on, for the oldest release that is served} */
  String compile(String requires, String main) throws IOException {
    Path sources = Files.createDirectories(dir.resolve("src/consumer"));
    Path moduleInfo =
        Files.writeString(
            dir.resolve("src/module-info.java"),
            "module consumer { requires " + requires + "; exports consumer; }");
    Path mainSource = Files.writeString(sources.resolve("Main.java"), main);
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int code =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                out,
                out,
                "--release",
                "21",
                // automatic modules are a matter of Reactor's, and warned of where required
                "-Xlint:all,-requires-automatic,-requires-transitive-automatic",
                "-Werror",
                "-cp",
                dir.toString(), // else that of the tests, whose faults are warned of
                "-p",
                joined(),
                "-d",
                classes().toString(),
                moduleInfo.toString(),
                mainSource.toString());
    return code == 0 ? said.toString() : "javac failed: " + said;
  }

  /** {@return the path as a command line has it} */
  String joined() {
    return modulePath.stream().map(Path::toString).collect(Collectors.joining(":"));
  }

  Path classes() {
    return dir.resolve("classes");
  }

  /** Resolves the module as a JVM does that starts with it, and runs its main class. */
  ModuleLayer run() throws Exception {
    ModuleFinder finder =
        ModuleFinder.of(
            Stream.concat(Stream.of(classes()), modulePath.stream()).toArray(Path[]::new));
    Configuration resolved =
        ModuleLayer.boot()
            .configuration()
            .resolveAndBind(finder, ModuleFinder.of(), Set.of("consumer"));
    ModuleLayer layer =
        ModuleLayer.defineModulesWithOneLoader(
                resolved, List.of(ModuleLayer.boot()), ClassLoader.getPlatformClassLoader())
            .layer();
    Callable<?> main =
        (Callable<?>)
            layer
                .findLoader("consumer")
                .loadClass("consumer.Main")
                .getDeclaredConstructor()
                .newInstance();
    assertThat(main.call()).isEqualTo(true);
    return layer;
  }
}
