package io.loomwheel.bench.measure;

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

/** Writes results for machines to read. Stateless. */
public final class Export {
  private Export() {}

  /**
   * Writes one line for each contestant of each contest, under one header.
   *
   * @param results in any number
   * @param file is replaced
   */
  public static void csv(List<Result> results, Path file) throws IOException {
    List<Map<String, Object>> records = records(results);
    Set<String> columns = new LinkedHashSet<>();
    records.forEach(fields -> columns.addAll(fields.keySet()));
    CsvSchema.Builder schema = CsvSchema.builder().setUseHeader(true);
    columns.forEach(schema::addColumn);
    Files.writeString(file, new CsvMapper().writer(schema.build()).writeValueAsString(records));
  }

  /**
   * Writes an array of one object for each contestant of each contest.
   *
   * @param results in any number
   * @param file is replaced
   */
  public static void json(List<Result> results, Path file) throws IOException {
    Files.writeString(
        file,
        new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(records(results)));
  }

  private static List<Map<String, Object>> records(List<Result> results) {
    return results.stream().flatMap(result -> result.records().stream()).toList();
  }
}
