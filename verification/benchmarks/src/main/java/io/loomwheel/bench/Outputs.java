package io.loomwheel.bench;

import io.loomwheel.bench.measure.Export;
import io.loomwheel.bench.measure.Run;
import io.loomwheel.bench.report.LatenessFigure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what becomes of the results. Used by one thread. */
final class Outputs {
  @Option(names = "--json", paramLabel = "FILE", description = "Writes the results there as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--svg",
      paramLabel = "DIR",
      description = "Draws there how late timeouts were, an SVG for each contest.")
  private @Nullable Path svg;

  /**
   * Looks whether the file can be written, before hours are spent on what goes there.
   *
   * @throws IllegalArgumentException if its folder isn't there
   */
  void check() {
    if (json != null && !Files.isDirectory(json.toAbsolutePath().resolveSibling(""))) {
      throw new IllegalArgumentException("the folder of " + json + " must exist");
    }
  }

  /** Writes the results wherever they were asked for. */
  void write(List<Run> runs) throws IOException {
    if (json != null) {
      Export.json(runs, json);
    }
    if (svg != null) {
      LatenessFigure.svg(runs, svg);
    }
  }
}
