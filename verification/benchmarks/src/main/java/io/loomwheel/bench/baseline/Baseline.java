package io.loomwheel.bench.baseline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.loomwheel.bench.measure.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The ratios that later runs are held against, with their margins. Immutable. */
public final class Baseline {
  private static final JsonMapper JSON = new JsonMapper();

  private final List<Ratio> ratios;

  private Baseline(List<Ratio> ratios) {
    this.ratios = List.copyOf(ratios);
  }

  /** {@return the ratios of the runs} */
  public static Baseline of(List<Run> runs) {
    return new Baseline(Ratio.of(runs));
  }

  /**
   * Reads what {@link #write} has written.
   *
   * @throws IllegalArgumentException if the file holds something else
   */
  public static Baseline read(Path file) throws IOException {
    String text = Files.readString(file);
    try {
      return new Baseline(List.of(JSON.readValue(text, Ratio[].class)));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          file + " must hold a baseline, was something else: " + e.getOriginalMessage(), e);
    }
  }

  /** Writes it as JSON, in place of what is there. */
  public void write(Path file) throws IOException {
    String text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(ratios);
    Files.writeString(file, text + "\n");
  }

  /** {@return how those runs compare; ratios that aren't in this baseline are left out} */
  public Comparison compare(List<Run> runs) {
    Map<Ratio.Row, Double> now = new LinkedHashMap<>();
    Ratio.of(runs).forEach(ratio -> now.put(ratio.row(), ratio.value()));
    List<Comparison.Line> lines = new ArrayList<>();
    for (Ratio ratio : ratios) {
      Double value = now.get(ratio.row());
      lines.add(new Comparison.Line(ratio, value == null ? Double.NaN : value));
    }
    return new Comparison(lines);
  }
}
