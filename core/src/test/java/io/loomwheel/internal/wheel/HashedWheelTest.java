package io.loomwheel.internal.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HashedWheelTest extends WheelContract {
  private static final int RING = 64;

  @Override
  Wheel wheel(int tickShift) {
    return new HashedWheel(tickShift, RING, new TestSlotOwner());
  }

  @Test
  void advance_nodesOfSeveralRoundsInOneSlot_firesEachInItsRound() {
    TestNode third = insert(3 + 2 * RING);
    TestNode first = insert(3);
    TestNode second = insert(3 + RING);
    assertThat(advance(3)).containsExactly(first);
    assertThat(advance(2 * RING)).containsExactly(second);
    assertThat(advance(3 * RING)).containsExactly(third);
  }

  @Test
  void advance_overSeveralRoundsAtOnce_firesInOrderOfDeadlines() {
    TestNode last = insert(2 + 5 * RING);
    TestNode middle = insert(60 + 2 * RING);
    TestNode first = insert(7);
    TestNode tieOfFirst = insert(7);
    assertThat(advance(100 * RING)).containsExactly(first, tieOfFirst, middle, last);
  }

  @Test
  void nextTick_farNodes_isExactThoughTheirSlotsComeUpEveryRound() {
    insert(10 + 1000 * RING);
    insert(5 + 2000 * RING);
    assertThat(wheel.nextTick()).isEqualTo(10 + 1000 * RING);
    insert(40);
    assertThat(wheel.nextTick()).isEqualTo(40);
  }

  @Test
  void claimReschedule_toLater_movesToAnotherSlotWhenTheOldOneOpens() {
    TestNode node = insert(10);
    node.claimReschedule(20 + 3 * RING);
    assertThat(advance(10)).isEmpty();
    assertThat(wheel.nextTick()).isEqualTo(20 + 3 * RING);
    assertThat(advance(20 + 3 * RING)).containsExactly(node);
  }

  @Test
  void insert_eachTickOfTheRing_hasASlotOfItsOwn() {
    Wheel ring = new HashedWheel(0, 4 * RING, new TestSlotOwner());
    for (int tick : new int[] {3, 70, 255}) {
      ring.insert(new TestNode(tick, tick));
    }
    assertThat(ring.nextSlot(0)).isEqualTo(3);
    assertThat(ring.nextSlot(4)).isEqualTo(70);
    assertThat(ring.nextSlot(71)).isEqualTo(255);
    assertThat(ring.nextSlot(256)).isEqualTo(-1);
    ring.advance(70, new ExpiredBuffer());
    assertThat(ring.nextSlot(0)).as("what has fired keeps no slot").isEqualTo(255);
  }

  @Test
  void claimReschedule_toLater_liesInTheSlotOfTheNewDeadline() {
    TestNode node = insert(10);
    insert(10 + RING);
    node.claimReschedule(20 + RING);
    assertThat(advance(10)).isEmpty();
    assertThat(Wheels.size(wheel.slotAt(20))).isEqualTo(1);
    assertThat(Wheels.live(wheel.slotAt(10))).isEqualTo(1);
  }

  @Test
  void advance_oneFiredAmongThoseOfLaterRounds_leavesItsCell() {
    insert(3 + RING);
    insert(3);
    assertThat(advance(3)).hasSize(1);
    Wheels.sweep(wheel);
    assertThat(Wheels.cells(wheel)).isEqualTo(1);
  }

  @Test
  void advance_deadNodeAmongThoseOfLaterRounds_leavesItsCell() {
    insert(5 * RING);
    insert(RING).claimCancel();
    assertThat(advance(RING)).isEmpty();
    Wheels.sweep(wheel);
    assertThat(Wheels.cells(wheel)).isEqualTo(1);
    assertThat(wheel.nextTick()).isEqualTo(5 * RING);
  }
}
