package io.loomwheel.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PercentilesTest {
  @Test
  void middle_threeCurves_takesTheOneInTheMiddleAtEachPoint_andNoneThatWasNotMeasured() {
    Percentiles middle =
        Percentiles.middle(
            List.of(
                Percentiles.of(percentile -> 1),
                new Percentiles(List.of()),
                Percentiles.of(percentile -> percentile),
                Percentiles.of(percentile -> 95)));

    assertThat(middle.millis()).hasSize(21).startsWith(1.0).endsWith(95.0);
    assertThat(middle.millis().get(4)).isEqualTo(90);
    assertThat(Percentiles.percentile(20)).isEqualTo(99.999);
  }

  @Test
  void middle_nothingMeasured_isNoCurve() {
    Percentiles none = new Percentiles(List.of());

    assertThat(Percentiles.middle(List.of(none, none))).isEqualTo(none);
  }
}
