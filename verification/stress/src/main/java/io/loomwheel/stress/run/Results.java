package io.loomwheel.stress.run;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.ReportUtils;
import org.openjdk.jcstress.infra.runners.TestList;

/** What one or more runs have seen, all configurations of a case taken together. Immutable. */
public final class Results {
  private final List<TestResult> byCase;

  private Results(List<TestResult> byCase) {
    this.byCase = byCase;
  }

  /**
   * Reads what the runs in a directory have left there.
   *
   * @param directory where they ran
   * @return all of it
   * @throws IOException if it can't be read
   */
  public static Results in(Path directory) throws IOException {
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

  /** {@return what was seen of each case that has run, in the order of their simple names} */
  Stream<TestResult> cases() {
    TreeMap<String, TestResult> sorted = new TreeMap<>();
    byCase.forEach(result -> sorted.put(simpleName(result), result));
    return sorted.values().stream();
  }

  static String simpleName(TestResult result) {
    return result.getName().substring(result.getName().lastIndexOf('.') + 1);
  }

  /** {@return the cases that have no outcome at all, by name} */
  public Set<String> missing() {
    Set<String> missing = new TreeSet<>(TestList.tests());
    byCase.stream()
        .filter(result -> result.getTotalCount() > 0)
        .forEach(result -> missing.remove(result.getName()));
    return missing;
  }

  /** {@return the cases that failed, by name: with a forbidden outcome, or in another way} */
  public Set<String> failed() {
    Set<String> failed = new TreeSet<>();
    byCase.stream()
        .filter(result -> result.status() != Status.NORMAL || !result.grading().isPassed)
        .forEach(result -> failed.add(result.getName()));
    return failed;
  }
}
