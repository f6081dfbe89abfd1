package io.loomwheel.bench.measure;

import java.util.Optional;
import java.util.function.Function;

/** What contestants are compared by; less is better. Immutable. */
public record Metric(Function<Score, Optional<Spread>> of) {
  /** CPU time of the whole process per operation. */
  public static final Metric CPU = new Metric(s -> Optional.of(s.cpuNanos()));

  /** Wall time per operation. */
  public static final Metric WALL = new Metric(s -> Optional.of(s.wallNanos()));

  /** {@return what was observed beside the time per operation, under its name} */
  public static Metric extra(String name) {
    return new Metric(score -> Optional.ofNullable(score.extras().get(name)));
  }

  /** {@return the middle of what was measured; NaN if nothing was} */
  public double median(Score score) {
    return of.apply(score).map(Spread::median).orElse(Double.NaN);
  }
}
