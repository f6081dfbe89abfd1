package io.loomwheel.internal.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A large slot comes down ahead of time. Here the slot of ticks 192 to 255, from tick 128 on. */
class PreparedSlotTest {
  private static final int LARGE = 64;
  private static final int SLOT = 192;

  private final HierarchicalWheel wheel = new HierarchicalWheel(0, TestSlotOwner.KEEPER, LARGE);
  private final ExpiredBuffer expired = new ExpiredBuffer();
  private final List<TestNode> nodes = new ArrayList<>();
  private final List<WheelNode[]> above = new ArrayList<>();

  private List<WheelNode> advance(long tick) {
    wheel.advance(tick, expired);
    expired.sort();
    wheel.prepare();
    List<WheelNode> fired = new ArrayList<>();
    expired.drainTo(fired::add);
    return fired;
  }

  private void insert(int count) {
    for (int i = 0; i < count; i++) {
      nodes.add(new TestNode(i, SLOT + i % 64));
      wheel.insert(nodes.get(i));
      above.add(nodes.get(i).chunk);
    }
    advance(128);
  }

  /** How many nodes have come down by now. */
  private long down() {
    return IntStream.range(0, above.size()).filter(i -> nodes.get(i).chunk != above.get(i)).count();
  }

  private void cancel(TestNode node) {
    node.claimCancel();
    node.vacate();
  }

  @Test
  void prepare_inTheSecondHalfOfTheWay_bringsAnEvenShareDownAtEachTick() {
    insert(2 * LARGE);
    for (int tick = 129; tick < SLOT; tick++) {
      advance(tick);
      assertThat(down()).as("at %s", tick).isEqualTo(4L * Math.max(0, tick - 159));
    }
  }

  @Test
  void prepare_slotThatIsJustLarge_comesDown() {
    insert(LARGE);
    advance(SLOT - 1);
    assertThat(down()).isEqualTo(LARGE);
  }

  @Test
  void prepare_slotThatIsNotLarge_waitsForItsTick() {
    insert(LARGE - 1);
    advance(SLOT - 1);
    assertThat(down()).isZero();
    assertThat(advance(255)).isEqualTo(nodes);
  }

  @Test
  void prepare_someCancelledAboveAndBelow_bringsTheOthers() {
    insert(3 * LARGE);
    advance(170);
    for (int i = 0; i < nodes.size(); i += 3) {
      cancel(nodes.get(i));
    }
    for (int tick = 171; tick < SLOT; tick++) {
      assertThat(advance(tick)).isEmpty();
    }
    assertThat(advance(255)).hasSize(2 * LARGE).allMatch(WheelNode::isFired);
  }

  @Test
  void prepare_nodeThatWasPutOff_goesToItsNewSlotAtOnce() {
    insert(LARGE);
    for (TestNode node : nodes) {
      node.claimReschedule(64 * 64 * 5 + 7);
    }
    advance(SLOT - 1);
    assertThat(advance(SLOT)).isEmpty();
    assertThat(wheel.nextTick()).isEqualTo(64 * 64 * 5);
  }

  @Test
  void sweep_allThatCameDownWereCancelled_leavesNothing() {
    insert(LARGE);
    advance(SLOT - 1);
    nodes.forEach(this::cancel);
    wheel.sweep();
    assertThat(wheel.cells()).isZero();
    assertThat(wheel.nextTick()).isEqualTo(Wheel.NEVER_TICK);
  }
}
