package io.loomwheel.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void of_oddCountInAnyOrder_takesTheOneInTheMiddle() {
    assertThat(Spread.of(9, 1, 5)).isEqualTo(new Spread(1, 5, 9));
  }

  @Test
  void of_evenCount_takesTheMiddleOfTheTwo() {
    assertThat(Spread.of(4, 1, 2, 9)).isEqualTo(new Spread(1, 3, 9));
  }

  @Test
  void of_oneValue_isThatValue() {
    assertThat(Spread.of(7)).isEqualTo(new Spread(7, 7, 7));
  }

  @Test
  void of_noValue_throws() {
    assertThatThrownBy(Spread::of).isInstanceOf(IllegalArgumentException.class);
  }
}
