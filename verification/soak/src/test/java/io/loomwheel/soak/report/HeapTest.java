package io.loomwheel.soak.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HeapTest {
  private final Heap heap = new Heap();

  @Test
  void fit_samplesOnALine_hasItsSlopeAndGrowth() {
    heap.add(0, 10);
    heap.add(60, 13);
    heap.add(120, 16);

    assertThat(heap.fit().growthMegabytes()).isCloseTo(6, within(1e-9));
    assertThat(heap.fit().isFlat()).isFalse();
  }

  @Test
  void fit_samplesThatGoUpAndDown_isFlat() {
    heap.add(0, 10);
    heap.add(60, 20);
    heap.add(120, 20);
    heap.add(180, 10);

    assertThat(heap.fit().growthMegabytes()).isCloseTo(0, within(1e-9));
    assertThat(heap.fit().isFlat()).isTrue();
  }

  @Test
  void fit_oneSample_hasNoSlope() {
    heap.sample();

    assertThat(heap.fit().growthMegabytes()).isZero();
    assertThat(heap.fit().firstMegabytes()).isPositive();
  }
}
