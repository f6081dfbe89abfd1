package io.loomwheel.stress;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jcstress.Main;
import org.openjdk.jcstress.infra.runners.TestList;

/** The short mode: every case for a moment, in one configuration of the JVM. */
class StressTest {
  private static final String SHORT =
      "-sc false -f 1 -iters 1 -time 15 -af NONE -pth false -c 2 --jvmArgs";

  private static final String JVM =
      "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-RestrictContended";

  @TempDir private Path directory;

  @Test
  void everyCase_inShortMode_showsAllowedOutcomesAlone() throws Exception {
    assumeTrue(
        Runtime.getRuntime().availableProcessors() > 1, "two threads need two cores to race");

    int exit = run();

    String log = Files.readString(directory.resolve("log.txt"));
    assertThat(log).contains("All remaining tests: " + TestList.tests().size() + " matching test");
    assertThat(exit).as(log).isZero();
  }

  private int run() throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(SHORT.split(" ")));
    command.add(JVM);
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log.txt").toFile())
            .start();
    try {
      assertThat(process.waitFor(4, MINUTES)).as("ended in time").isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }
}
