package io.loomwheel.surface;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A class whose initializer finds no memory or no stack fails for ever. So what a timer, an
 * executor or a scheduler needs is initialized as that is built, when an application begins.
 */
class FirstUseTest {
  /** Does without: it is a turn without a recording. */
  private static final String RECORDING = "io/loomwheel/internal/drive/Recording'";

  @Test
  void firstUse_ofWhatWasBuilt_runsNoInitializer() throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+init=info:stdout:none",
                "-cp",
                System.getProperty("java.class.path"),
                FirstUse.class.getName())
            .redirectErrorStream(true)
            .start();
    List<String> lines =
        new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).contains("built", "used");
    assertThat(lines.subList(lines.indexOf("built"), lines.indexOf("used")))
        .filteredOn(line -> line.contains("Initializing 'io/loomwheel/"))
        .hasSizeGreaterThan(20) // that the JVM logs them at all
        .filteredOn(line -> !line.contains("(no method)") && !line.contains(RECORDING))
        .isEmpty();
  }
}
