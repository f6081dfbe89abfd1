package io.loomwheel.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PercentilesTest {
  @Test
  void of_function_asksForTheNines() {
    Percentiles curve = Percentiles.of(percentile -> percentile);

    assertThat(curve.points()).hasSize(21);
    assertThat(curve.points()).extracting(Percentiles.Point::millis).contains(0.0, 90.0, 99.0);
    assertThat(curve.points().getLast().percentile()).isEqualTo(99.999);
  }

  @Test
  void middle_threeCurves_takesTheOneInTheMiddleAtEachPoint() {
    List<Percentiles> curves =
        List.of(
            Percentiles.of(percentile -> 1),
            Percentiles.of(percentile -> percentile),
            Percentiles.of(percentile -> 95));

    Percentiles middle = Percentiles.middle(curves);

    assertThat(middle.points().getFirst().millis()).isEqualTo(1);
    assertThat(middle.points().get(4).millis()).isEqualTo(90);
    assertThat(middle.points().getLast().millis()).isEqualTo(95);
  }

  @Test
  void middle_nothingMeasured_isNoCurve() {
    assertThat(Percentiles.middle(List.of(Percentiles.none(), Percentiles.none())).points())
        .isEmpty();
  }
}
