package io.loomwheel.internal.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class HierarchicalWheelTest extends WheelContract {
  @Override
  Wheel wheel(int tickShift) {
    return new HierarchicalWheel(tickShift, new TestSlotOwner());
  }

  @Test
  void nextTick_farNodes_namesTheTickOfTheEarliest_withNoStopOnTheWay() {
    insert(3 * 64 * 64 + 700);
    TestNode earliest = insert(3 * 64 * 64 + 650);
    insert(64 * 64 * 64);
    assertThat(wheel.nextTick()).isEqualTo(3 * 64 * 64 + 650);
    assertThat(advance(3 * 64 * 64 + 650)).containsExactly(earliest);
    assertThat(wheel.nextTick()).isEqualTo(3 * 64 * 64 + 700);
    assertThat(advance(3 * 64 * 64 + 700)).hasSize(1);
    assertThat(wheel.nextTick()).isEqualTo(64 * 64 * 64);
  }

  @Test
  void nextTick_slotIsUsedAgain_namesTheTickOfItsNewNode() {
    for (long round = 1; round < 300; round++) {
      insert(128 * round + 70);
      assertThat(wheel.nextTick()).isEqualTo(128 * round + 70);
      assertThat(advance(128 * round + 70)).hasSize(1);
    }
  }

  @Test
  void nextTick_earlierSlotHasALaterNode_namesTheEarlierOfTwoLevels() {
    insert(2 * 64 * 64 - 1); // in a slot of level 1
    advance(64 * 64 - 1);
    insert(2 * 64 * 64 - 2);
    assertThat(wheel.nextTick()).isEqualTo(2 * 64 * 64 - 2);
    insert(64 * 64 + 3);
    assertThat(wheel.nextTick()).isEqualTo(64 * 64 + 3);
  }

  @Test
  void insert_intoTheNextBlock_needsNoDescent() {
    advance(60);
    insert(64 + 63);
    assertThat(wheel.nextTick()).isEqualTo(64 + 63);
    insert(128);
    assertThat(wheel.nextTick()).isEqualTo(64 + 63);
    assertThat(advance(127)).hasSize(1);
    assertThat(wheel.nextTick()).isEqualTo(128);
  }

  @Test
  void advance_equalDeadlines_fireInOrderOfInsertionThoughOneCameDownALevel() {
    TestNode first = insert(100);
    advance(64);
    TestNode second = insert(100);
    TestNode third = insert(100);
    assertThat(advance(100)).containsExactly(first, second, third);
  }

  @Test
  void prepare_aLargeComingSlot_changesNeitherOrderNorTime() {
    List<TestNode> wanted = new ArrayList<>();
    for (int i = 0; i < 6400; i++) {
      wanted.add(insert(128 + i % 64));
    }
    List<WheelNode> fired = new ArrayList<>();
    for (long tick = 64; tick < 192; tick++) {
      fired.addAll(advance(tick));
      Wheels.work(wheel);
      if (tick < 128) {
        assertThat(fired).isEmpty();
        wanted.add(insert(128 + tick % 7)); // arrives after those that came down already
      }
      assertThat(fired).allMatch(node -> node.deadlineNanos() <= wheel.currentTick);
      assertThat(wheel.nextTick()).isGreaterThan(tick);
    }
    wanted.sort(Comparator.comparingLong(WheelNode::deadlineNanos));
    assertThat(fired).isEqualTo(wanted);
  }

  @Test
  void prepare_thenSweepOfTheRest_losesNothing() {
    List<TestNode> nodes = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      nodes.add(insert(128 + 1));
    }
    for (long tick = 64; tick < 127; tick++) {
      advance(tick);
      Wheels.work(wheel);
    }
    for (TestNode node : nodes.subList(1, 2000)) {
      node.claimCancel();
    }
    Wheels.sweep(wheel);
    assertThat(wheel.nextTick()).isBetween(127L, 129L);
    assertThat(advance(10_000)).containsExactly(nodes.get(0));
    assertThat(wheel.nextTick()).isEqualTo(Wheel.NEVER_TICK);
  }

  @Test
  void prepare_thenDrain_givesAll() {
    for (int i = 0; i < 2000; i++) {
      insert(128 + i % 64);
    }
    advance(100);
    Wheels.work(wheel);
    List<WheelNode> left = new ArrayList<>();
    wheel.forEach(left::add);
    wheel.clear();
    assertThat(left).hasSize(2000).doesNotHaveDuplicates();
    assertThat(wheel.nextTick()).isEqualTo(Wheel.NEVER_TICK);
  }
}
