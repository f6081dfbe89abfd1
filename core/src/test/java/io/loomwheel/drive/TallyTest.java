package io.loomwheel.drive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TallyTest {
  @Test
  void increment_countsEachStripeByItself_andSumAll() {
    Tally tally = new Tally(3);
    assertThat(tally.sum()).isZero();
    assertThat(tally.increment(0)).isEqualTo(1);
    assertThat(tally.increment(0)).isEqualTo(2);
    assertThat(tally.increment(1)).isEqualTo(1);
    assertThat(tally.increment(2)).isEqualTo(1);
    assertThat(tally.sum()).isEqualTo(4);
  }

  @Test
  void tally_ofOneStripe_works() {
    Tally tally = new Tally(1);
    assertThat(tally.increment(0)).isEqualTo(1);
    assertThat(tally.sum()).isEqualTo(1);
  }
}
