package io.loomwheel.reactor.heap;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is cancelled leaves the heap: a JVM of 64 MB lives through millions of it. */
class SmallHeapTest {
  /** What a JVM that was told to ends with when its memory is used up. */
  private static final int OUT_OF_MEMORY = 3;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"scheduler", "factory context"})
  void millionsOfCancelledOneDayTimeouts_fitIn64MiB(String words) throws Exception {
    int exit = run(words);
    assertThat(log()).hasSize(Way.values().length + 1).allMatch(line -> line.endsWith(" 0"));
    assertThat(exit).isZero();
  }

  @Test
  void aMillionThatAreNotCancelled_doNotFit() throws Exception {
    int exit = run("scheduler kept");
    assertThat(log()).anyMatch(line -> line.contains("OutOfMemoryError"));
    assertThat(exit).isEqualTo(OUT_OF_MEMORY);
  }

  private int run(String words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx64m", "-XX:+ExitOnOutOfMemoryError"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(SmallHeap.class.getName());
    command.addAll(List.of(words.split(" ")));
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(logFile().toFile())
            .start();
    try {
      assertThat(process.waitFor(3, MINUTES)).as("ended in time").isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  private Path logFile() {
    return directory.resolve("log.txt");
  }

  private List<String> log() throws IOException {
    return Files.readAllLines(logFile());
  }
}
