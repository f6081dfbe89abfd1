package io.loomwheel;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The module jdk.jfr is optional: an image made by jlink may not have it. */
class WithoutFlightRecorderTest {
  @Test
  void limitedToJavaBase_timerFiresAndIsRejectedAsUsual() throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--limit-modules",
                "java.base",
                "-cp",
                classPath(WheelTimer.class, FireAndReject.class, LoggerFactory.class),
                FireAndReject.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor(30, SECONDS)).isTrue();
    assertThat(said).endsWith("fired, refused once" + System.lineSeparator());
  }

  private static String classPath(Class<?>... classes) {
    return Stream.of(classes)
        .map(WithoutFlightRecorderTest::placeOf)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String placeOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (java.net.URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
