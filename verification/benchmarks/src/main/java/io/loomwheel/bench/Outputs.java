package io.loomwheel.bench;

import io.loomwheel.bench.measure.Export;
import io.loomwheel.bench.measure.Run;
import io.loomwheel.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what becomes of the results. Used by one thread. */
final class Outputs {
  @Option(names = "--json", paramLabel = "FILE", description = "Writes the results there as JSON.")
  private @Nullable Path json;

  @Option(names = "--report", paramLabel = "FILE", description = "Draws them there, as HTML.")
  private @Nullable Path report;

  @Option(names = "--svg", paramLabel = "DIR", description = "Draws each chart there, as SVG.")
  private @Nullable Path svg;

  /**
   * Looks whether the files can be written, before hours are spent on what goes there.
   *
   * @throws IllegalArgumentException if a folder isn't there
   */
  void check() {
    for (Path file : Arrays.asList(json, report)) {
      if (file != null && !Files.isDirectory(file.toAbsolutePath().resolveSibling(""))) {
        throw new IllegalArgumentException("the folder of " + file + " must exist");
      }
    }
  }

  /** Writes the results wherever they were asked for. */
  void write(List<Run> runs) throws IOException {
    if (json != null) {
      Export.json(runs, json);
    }
    if (report != null) {
      new Report(runs).html(report);
    }
    if (svg != null) {
      new Report(runs).svg(svg);
    }
  }
}
