package io.loomwheel.bench.measure;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Results that were measured together. Immutable; can be written as JSON and read again. */
public record Run(About about, List<Result> results) {
  public Run {
    results = List.copyOf(results);
  }

  /** {@return the runs, each without those contests that a later one has played again} */
  public static List<Run> merged(List<Run> runs) {
    Set<List<String>> seen = new HashSet<>();
    List<Run> merged = new ArrayList<>();
    for (Run run : runs.reversed()) {
      List<Result> left = new ArrayList<>();
      for (Result result : run.results.reversed()) {
        if (seen.add(List.of(result.question(), result.setting()))) {
          left.addFirst(result);
        }
      }
      if (!left.isEmpty()) {
        merged.addFirst(new Run(run.about, left));
      }
    }
    return merged;
  }
}
