package io.loomwheel.bench.measure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes results for machines to read, and reads them again. Stateless. */
public final class Export {
  private static final JsonMapper JSON = new JsonMapper();

  /** Writes all that is known of the runs. */
  public static void json(List<Run> runs, Path file) throws IOException {
    Files.writeString(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(runs));
  }

  /** Reads what {@link #json} has written. */
  public static List<Run> read(Path file) throws IOException {
    String text = Files.readString(file);
    try {
      return List.of(JSON.readValue(text, Run[].class));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          file + " must hold results, was something else: " + e.getOriginalMessage(), e);
    }
  }
}
