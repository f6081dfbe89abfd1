package io.loomwheel.bench.measure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes results for machines to read, and reads them again. Stateless. */
public final class Export {
  private static final JsonMapper JSON = new JsonMapper();

  private Export() {}

  /**
   * Writes one line for each contestant of each contest, under one header.
   *
   * @param runs in any number
   * @param file is replaced
   */
  public static void csv(List<Run> runs, Path file) throws IOException {
    List<Map<String, Object>> records =
        runs.stream()
            .flatMap(run -> run.results().stream())
            .flatMap(result -> result.records().stream())
            .toList();
    Set<String> columns = new LinkedHashSet<>();
    records.forEach(fields -> columns.addAll(fields.keySet()));
    CsvSchema.Builder schema = CsvSchema.builder().setUseHeader(true);
    columns.forEach(schema::addColumn);
    Files.writeString(file, new CsvMapper().writer(schema.build()).writeValueAsString(records));
  }

  /**
   * Writes all that is known of the runs, enough to draw a report from.
   *
   * @param runs in any number
   * @param file is replaced
   */
  public static void json(List<Run> runs, Path file) throws IOException {
    Files.writeString(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(runs));
  }

  /**
   * Reads what {@link #json} has written.
   *
   * @throws IllegalArgumentException if the file holds something else
   */
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
