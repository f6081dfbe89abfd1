package io.loomwheel.bench.measure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Results that were measured together. Immutable. */
public record Run(About about, List<Result> results) {
  private static final JsonMapper JSON = new JsonMapper();

  public Run {
    results = List.copyOf(results);
  }

  /** Writes all that is known of the runs, as JSON. */
  public static void write(List<Run> runs, Path file) throws IOException {
    Files.writeString(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(runs));
  }

  /** {@return what {@link #write} has written} */
  public static List<Run> read(Path file) throws IOException {
    String text = Files.readString(file);
    try {
      return List.of(JSON.readValue(text, Run[].class));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          file + " must hold results, was something else: " + e.getOriginalMessage(), e);
    }
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
