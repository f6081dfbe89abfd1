package io.loomwheel.internal.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A large slot comes down ahead of time. Here the slot of ticks 192 to 255, from tick 160 on. */
class LargeSlotTest {
  private static final int SLOT = 192;
  private static final int LARGE = 2000;

  private final HierarchicalWheel wheel = new HierarchicalWheel(0, new TestSlotOwner());
  private final ExpiredBuffer expired = new ExpiredBuffer();
  private final List<TestNode> nodes = new ArrayList<>();

  private List<WheelNode> advance(long tick) {
    wheel.advance(tick, expired);
    expired.sort();
    List<WheelNode> fired = new ArrayList<>();
    expired.drainTo(fired::add);
    return fired;
  }

  private void insert(int count) {
    for (int i = 0; i < count; i++) {
      TestNode node = new TestNode(nodes.size(), SLOT + i % 64);
      nodes.add(node);
      wheel.insert(node);
    }
  }

  private List<TestNode> inOrder() {
    List<TestNode> wanted = new ArrayList<>(nodes);
    wanted.sort(Comparator.comparingLong(WheelNode::deadlineNanos));
    return wanted;
  }

  @Test
  void insert_slotBecomesLarge_asksForTheMiddleOfTheSlotBefore() {
    insert(100);
    assertThat(wheel.nextTick()).isEqualTo(SLOT);
    insert(LARGE);
    assertThat(wheel.nextTick()).isEqualTo(160);
    assertThat(wheel.insert(new TestNode(-1, SLOT))).isEqualTo(160);
    advance(159);
    assertThat(wheel.hasWork()).isFalse();
    advance(160);
    assertThat(wheel.hasWork()).isTrue();
    assertThat(wheel.insert(new TestNode(-1, SLOT))).as("the driver knows").isEqualTo(SLOT);
  }

  @Test
  void work_inShares_bringsAllDownBeforeItsTick() {
    insert(LARGE);
    advance(160);
    int shares = 0;
    for (; wheel.hasWork(); shares++) {
      wheel.work(expired);
    }
    assertThat(shares).isBetween(3, 8);
    assertThat(wheel.nextTick()).isEqualTo(SLOT);
    assertThat(advance(SLOT - 1)).isEmpty();
    assertThat(advance(SLOT)).hasSize(LARGE / 64 + 1);
    assertThat(advance(255)).hasSize(LARGE - LARGE / 64 - 1);
  }

  @Test
  void work_othersArmForTheSameTimeMeanwhile_keepTheirPlaceBehind() {
    insert(LARGE);
    advance(160);
    for (int i = 0; i < 3; i++) {
      wheel.work(expired);
      insert(100);
    }
    assertThat(advance(255)).isEqualTo(inOrder());
  }

  @Test
  void advance_aPartHasComeDown_keepsTheOrder() {
    insert(LARGE);
    advance(160);
    wheel.work(expired);
    assertThat(advance(200)).isEqualTo(inOrder().subList(0, 9 * 31 + 9));
    assertThat(advance(255)).hasSize(LARGE - 9 * 31 - 9);
  }

  @Test
  void work_smallSlot_waitsForItsTick() {
    insert(100);
    advance(SLOT - 1);
    assertThat(wheel.hasWork()).isFalse();
    assertThat(advance(255)).isEqualTo(inOrder());
  }

  @Test
  void work_someCancelledAboveAndBelow_bringsTheOthers() {
    insert(LARGE);
    advance(160);
    wheel.work(expired);
    for (int i = 0; i < nodes.size(); i += 2) {
      nodes.get(i).claimCancel();
    }
    Wheels.work(wheel);
    assertThat(wheel.count(Integer.MAX_VALUE)).isEqualTo(LARGE / 2);
    assertThat(advance(255)).hasSize(LARGE / 2).allMatch(WheelNode::isFired);
  }

  @Test
  void work_nodesThatWerePutOff_goToTheirNewSlotAtOnce() {
    insert(LARGE);
    for (TestNode node : nodes) {
      node.claimReschedule(64 * 64 * 5 + 7);
    }
    advance(160);
    Wheels.work(wheel);
    assertThat(advance(SLOT)).isEmpty();
    assertThat(wheel.nextTick()).isEqualTo(64 * 64 * 5 - 32 * 64);
    assertThat(advance(64 * 64 * 6)).hasSize(LARGE);
  }

  @Test
  void sweep_allThatCameDownWereCancelled_leavesNothing() {
    insert(LARGE);
    advance(160);
    wheel.work(expired);
    nodes.forEach(TestNode::claimCancel);
    Wheels.sweep(wheel);
    assertThat(Wheels.cells(wheel)).isZero();
    assertThat(wheel.cells()).isZero();
    assertThat(wheel.nextTick()).isEqualTo(Wheel.NEVER_TICK);
  }
}
