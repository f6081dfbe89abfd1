package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Counts the CPU time of the whole process for JMH, which knows wall time only: a timer's own
 * thread, and the garbage collector's, work too. Used by one thread.
 */
public final class CpuProfiler implements InternalProfiler {
  /** Under which name the result is found. */
  static final String NAME = "cpu.norm";

  private @Nullable Meter meter;

  @Override
  public String getDescription() {
    return "CPU time of the process per operation";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    meter = Meter.start();
  }

  @Override
  public List<ScalarResult> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    if (meter == null) {
      throw new IllegalStateException("the iteration must have begun");
    }
    Round round = meter.stop(result.getMetadata().getAllOps(), 1);
    double nanos = (double) round.cpuNanos() / round.ops();
    return List.of(new ScalarResult(NAME, nanos, "ns/op", AggregationPolicy.AVG));
  }
}
