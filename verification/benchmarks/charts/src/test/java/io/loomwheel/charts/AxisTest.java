package io.loomwheel.charts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class AxisTest {
  @Test
  void place_percentiles_givesEachNineTheSameRoom() {
    Axis axis = Axis.percentiles("percentile", 4);

    assertThat(axis.place(0)).isZero();
    assertThat(axis.place(90)).isEqualTo(0.25, within(1e-9));
    assertThat(axis.place(99)).isEqualTo(0.5, within(1e-9));
    assertThat(axis.place(99.99)).isEqualTo(1, within(1e-9));
    assertThat(axis.ticks().stream().map(axis::name))
        .containsExactly("0", "90", "99", "99.9", "99.99");
  }

  @Test
  void place_offTheAxis_movesToItsEnd() {
    Axis axis = Axis.decades("ms", 0.2, 30);

    assertThat(axis.place(0)).isZero();
    assertThat(axis.place(1000)).isEqualTo(1);
  }

  @Test
  void decades_anyRange_goesFromPowerToPowerOfTen() {
    Axis axis = Axis.decades("timers", 1_000, 10_000_000);

    assertThat(axis.ticks().stream().map(axis::name))
        .containsExactly("1 k", "10 k", "100 k", "1 M", "10 M");
    assertThat(axis.place(100_000)).isEqualTo(0.5, within(1e-9));
  }

  @Test
  void decades_shortRange_marksTwosAndFives() {
    Axis axis = Axis.decades("ms", 0.3, 4);

    assertThat(axis.ticks().stream().map(axis::name))
        .containsExactly("0.1", "0.2", "0.5", "1", "2", "5", "10");
  }

  @Test
  void decades_oneValue_isADecadeLong() {
    assertThat(Axis.decades("ms", 10, 10)).extracting(Axis::from, Axis::to).contains(10.0, 100.0);
  }

  @Test
  void new_noLength_throws() {
    assertThatThrownBy(() -> new Axis("ns", Axis.Scale.LOG, 0, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("axis must go up on a LOG scale, was from 0.0 to 10.0");
  }
}
