package io.loomwheel;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/** Runs a program of these tests in a JVM of its own, which has options of its own. */
final class ChildJvm {
  /** {@return the last line that the program has printed} */
  static String run(List<String> options, Class<?> program) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(WheelTimer.class, program, LoggerFactory.class)));
    command.add(program.getName());
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor(30, SECONDS)).isTrue();
    return printed.lines().reduce("", (before, line) -> line);
  }

  private static String classPath(Class<?>... classes) {
    return Stream.of(classes)
        .map(ChildJvm::placeOf)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String placeOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
