package io.loomwheel.stress;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jcstress.Main;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.ReportUtils;
import org.openjdk.jcstress.infra.runners.TestList;

/** The short mode: every case for a moment, in one configuration of the JVM. */
class StressTest {
  private static final List<String> SHORT =
      List.of(
          "-sc",
          "false",
          "-f",
          "1",
          "-iters",
          "1",
          "-time",
          "15",
          "-af",
          "NONE",
          "-pth",
          "false",
          "-c",
          "2",
          "--jvmArgs",
          "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-RestrictContended");

  @TempDir private Path directory;

  @Test
  void everyCase_inShortMode_showsAllowedOutcomesAlone() throws Exception {
    assumeTrue(
        Runtime.getRuntime().availableProcessors() > 1, "two threads need two cores to race");

    int exit = run(SHORT);

    Results results = Results.in(directory);
    assertThat(results.failed()).as(log()).isEmpty();
    assertThat(results.missing()).as(log()).isEmpty();
    assertThat(exit).as(log()).isZero();
  }

  private int run(List<String> options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(options);
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

  private String log() throws IOException {
    return Files.readString(directory.resolve("log.txt"));
  }

  /** What a run has seen of each case, all configurations taken together. Immutable. */
  static final class Results {
    private final List<TestResult> byCase;

    private Results(List<TestResult> byCase) {
      this.byCase = byCase;
    }

    /**
     * Reads what a run has left in its directory.
     *
     * @return all of it
     */
    static Results in(Path directory) throws IOException {
      InProcessCollector all = new InProcessCollector();
      try (DirectoryStream<Path> files =
          Files.newDirectoryStream(directory, "jcstress-results-*")) {
        for (Path file : files) {
          DiskReadCollector reader = new DiskReadCollector(file.toString(), all);
          try {
            reader.dump();
          } catch (ClassNotFoundException e) {
            throw new IOException("written by another version of jcstress: " + file, e);
          } finally {
            reader.close();
          }
        }
      }
      return new Results(ReportUtils.mergedByName(all.getTestResults()));
    }

    /** {@return the cases that have no outcome at all, by name} */
    Set<String> missing() {
      Set<String> missing = new TreeSet<>(TestList.tests());
      byCase.stream()
          .filter(result -> result.getTotalCount() > 0)
          .forEach(result -> missing.remove(result.getName()));
      return missing;
    }

    /** {@return the cases that failed, by name: with a forbidden outcome, or in another way} */
    Set<String> failed() {
      Set<String> failed = new TreeSet<>();
      byCase.stream()
          .filter(result -> result.status() != Status.NORMAL || !result.grading().isPassed)
          .forEach(result -> failed.add(result.getName()));
      return failed;
    }
  }
}
