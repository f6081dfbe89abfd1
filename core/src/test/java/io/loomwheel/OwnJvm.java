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

/** Runs a program of these tests in a JVM of its own. */
final class OwnJvm {
  private OwnJvm() {}

  /** {@return what a program printed} */
  static String outputOf(Class<?> program, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(
        List.of(
            "-cp", classPath(WheelTimer.class, program, LoggerFactory.class), program.getName()));
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor(30, SECONDS)).isTrue();
    return said;
  }

  private static String classPath(Class<?>... classes) {
    return Stream.of(classes)
        .map(OwnJvm::placeOf)
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
