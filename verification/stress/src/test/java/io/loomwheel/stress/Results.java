package io.loomwheel.stress;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.ReportUtils;
import org.openjdk.jcstress.infra.runners.TestList;

/** What a run has seen of each case, all configurations taken together. Immutable. */
final class Results {
  private final List<TestResult> byCase;

  private Results(List<TestResult> byCase) {
    this.byCase = byCase;
  }

  /**
   * Reads what a run has left in its directory.
   *
   * @param directory where it ran
   * @return all of it
   * @throws IOException if it can't be read
   */
  static Results in(Path directory) throws IOException {
    InProcessCollector all = new InProcessCollector();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "jcstress-results-*")) {
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
