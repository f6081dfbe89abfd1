package io.loomwheel.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HierarchicalWheelTest extends WheelContract {
  @Override
  Wheel wheel(int tickShift) {
    return new HierarchicalWheel(tickShift, "keeper");
  }

  @Test
  void nextTick_farNode_namesTheOpeningOfItsSlot() {
    insert(64 * 64 + 70);
    assertThat(wheel.nextTick()).isEqualTo(64 * 64);
    assertThat(advance(64 * 64)).isEmpty();
    assertThat(wheel.nextTick()).isEqualTo(64 * 64 + 64);
  }

  @Test
  void advance_equalDeadlines_fireInOrderOfInsertionThoughOneCameDownALevel() {
    TestNode first = insert(100);
    advance(64);
    TestNode second = insert(100);
    TestNode third = insert(100);
    assertThat(advance(100)).containsExactly(first, second, third);
  }
}
