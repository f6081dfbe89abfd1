package io.loomwheel.internal.wheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every kind of wheel promises; with ticks of one nanosecond, unless a test says otherwise.
 */
abstract class WheelContract {
  final Wheel wheel = wheel(0);
  private final ExpiredBuffer expired = new ExpiredBuffer();
  private int ids;

  /** A wheel of the tests' own slot owner. */
  abstract Wheel wheel(int tickShift);

  final TestNode insert(long deadline) {
    TestNode node = new TestNode(ids++, deadline);
    wheel.insert(node);
    return node;
  }

  final List<WheelNode> advance(long tick) {
    wheel.advance(tick, expired);
    expired.sort();
    List<WheelNode> fired = new ArrayList<>();
    expired.drainTo(fired::add);
    return fired;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 63, 64, 65, 4095, 4096, 4097, 1L << 18, 1L << 36, (1L << 60) + 1})
  void advance_aroundTheSpanOfALevel_firesExactlyAtTheDeadline(long deadline) {
    TestNode node = insert(deadline);
    assertThat(advance(deadline - 1)).isEmpty();
    assertThat(advance(deadline)).containsExactly(node);
  }

  @Test
  void advance_overManyLevels_firesInOrderOfDeadlines() {
    TestNode far = insert(1_000_000_007L);
    TestNode near = insert(70);
    TestNode between = insert(5000);
    assertThat(advance(2_000_000_000L)).containsExactly(near, between, far);
  }

  @Test
  void advance_coarseTick_sortsByTheExactDeadline() {
    Wheel coarse = wheel(10);
    TestNode later = new TestNode(1, 900);
    TestNode sooner = new TestNode(2, 100);
    TestNode tie = new TestNode(3, 900);
    coarse.insert(later);
    coarse.insert(sooner);
    coarse.insert(tie);
    coarse.advance(1, expired);
    expired.sort();
    List<WheelNode> fired = new ArrayList<>();
    expired.drainTo(fired::add);
    assertThat(fired).containsExactly(sooner, later, tie);
  }

  @Test
  void insert_whoseTickHasPassed_firesAtTheNextAdvanceBeforeAllElse() {
    TestNode due = insert(2000);
    advance(1000);
    TestNode overdue = insert(900);
    assertThat(wheel.nextTick()).isEqualTo(1000);
    assertThat(advance(2000)).containsExactly(overdue, due);
  }

  @Test
  void nextTick_farNodeUnderTheCursorOfAnUpperLevel_doesNotHideANearOne() {
    insert(64L * 64 * 3);
    advance(64 * 5 + 1);
    insert(64 * 5 + 3);
    assertThat(wheel.nextTick()).isEqualTo(64 * 5 + 3);
  }

  @Test
  void claimReschedule_toLater_firesOnceAtTheNewDeadline() {
    TestNode node = insert(100);
    assertThat(node.claimReschedule(7000)).isEqualTo(100);
    assertThat(advance(6999)).isEmpty();
    assertThat(advance(7000)).containsExactly(node);
    assertThat(advance(1_000_000)).isEmpty();
  }

  @Test
  void claimCancel_leavesNoTrace() {
    TestNode node = insert(5000);
    assertThat(node.owner()).isSameAs(wheel.owner);
    assertThat(node.claimCancel()).isTrue();
    List<WheelNode> left = new ArrayList<>();
    wheel.forEach(left::add);
    wheel.clear();
    assertThat(left).isEmpty();
  }

  @Test
  void sweep_afterAllWereCancelled_emptiesTheWheel() {
    List<TestNode> nodes = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      nodes.add(insert(1 + i * 37L));
    }
    TestNode kept = insert(1L << 40);
    for (TestNode node : nodes) {
      node.claimCancel();
    }
    Wheels.sweep(wheel);
    assertThat(Wheels.cells(wheel)).isEqualTo(1);
    assertThat(wheel.nextTick()).isLessThanOrEqualTo(1L << 40);
    assertThat(advance(1L << 40)).containsExactly(kept);
    assertThat(wheel.nextTick()).isEqualTo(Wheel.NEVER_TICK);
    assertThat(wheel.cells()).isZero();
  }

  @Test
  void insert_whileTheOldestAreCancelled_keepsTheCellsInProportion() {
    List<TestNode> held = new ArrayList<>();
    int most = 0;
    for (int i = 0; i < 200_000; i++) {
      held.add(insert(1L << 50));
      if (held.size() > 1000) {
        TestNode oldest = held.remove(0);
        oldest.claimCancel();
      }
      most = Math.max(most, Wheels.cells(wheel));
    }
    assertThat(most).isLessThanOrEqualTo(4096);
    assertThat(advance(1L << 50)).containsExactlyElementsOf(held);
  }

  @Test
  void insert_deadlineThatIsNeverReached_staysForGood() {
    insert(WheelNode.NEVER_NANOS);
    assertThat(advance(WheelNode.NEVER_NANOS - 1)).isEmpty();
  }

  @Test
  void insert_cancelledOnTheWay_isLeftOut() {
    TestNode node = new TestNode(0, 100);
    node.claimCancel();
    assertThat(wheel.insert(node)).isEqualTo(Wheel.NEVER_TICK);
    assertThat(Wheels.cells(wheel)).isZero();
  }

  @Test
  void insert_returnsATickThatIsNotLateForTheNode() {
    assertThat(wheel.insert(new TestNode(0, 5000))).isBetween(1L, 5000L);
    advance(1000);
    assertThat(wheel.insert(new TestNode(1, 1000))).isEqualTo(1000);
    assertThat(wheel.insert(new TestNode(2, 0))).isEqualTo(1000);
  }

  @Test
  void advance_cancelledButStillInItsCell_neverFires() {
    for (long deadline : new long[] {0, 64, 70, 5000}) {
      insert(deadline).claimCancel();
    }
    assertThat(advance(10_000)).isEmpty();
    assertThat(Wheels.cells(wheel)).isZero();
    assertThat(wheel.nextTick()).isEqualTo(Wheel.NEVER_TICK);
  }

  @Test
  void advance_whatFired_isHeldNoLonger() {
    advance(10);
    TestNode overdue = insert(5);
    assertThat(advance(11)).containsExactly(overdue);
    assertThat(Wheels.cells(wheel)).isZero();
  }

  @Test
  void drain_overdueAndFar_givesBothAndLeavesAWheelThatIsAsNew() {
    TestNode near = insert(55);
    advance(50);
    TestNode overdue = insert(20);
    TestNode far = insert(5000);
    List<WheelNode> left = new ArrayList<>();
    wheel.forEach(left::add);
    wheel.clear();
    assertThat(left).containsExactlyInAnyOrder(overdue, near, far);
    assertThat(Wheels.cells(wheel)).isZero();
    assertThat(wheel.nextTick()).isEqualTo(Wheel.NEVER_TICK);
    insert(60);
    assertThat(wheel.nextTick()).isEqualTo(60);
  }

  @Test
  void cells_countsTheOverdueToo() {
    advance(10);
    insert(5);
    insert(500);
    assertThat(Wheels.cells(wheel)).isEqualTo(2);
  }

  /** At random, the oldest of all, and those of a few slots. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void count_ofMany_looksAtAFewOfThem(int pattern) {
    Random random = new Random(pattern);
    int kept = 0;
    for (int i = 0; i < 200_000; i++) {
      TestNode node = insert(1 + random.nextLong(1 << random.nextInt(8, 22)));
      boolean cancels =
          switch (pattern) {
            case 0 -> random.nextInt(10) < 7;
            case 1 -> i < 140_000;
            default -> node.deadlineNanos() % 4096 < 2800;
          };
      kept += cancels ? 0 : 1;
      if (cancels) {
        node.claimCancel();
      }
    }
    assertThat(wheel.count(Integer.MAX_VALUE)).isEqualTo(kept);
    assertThat(wheel.count(1 << 15)).isCloseTo(kept, withinPercentage(5));
  }

  /** Spread evenly or at random, over a few slots or many. Chunks grow alike from slot to slot. */
  @Test
  void count_ofManyLoads_isNeverFarOff() {
    Random random = new Random(7);
    for (int load = 0; load < 100; load++) {
      wheel.clear();
      int count = 20_000 + random.nextInt(40_000);
      long nearest = 1 + random.nextLong(100_000);
      long span = 1 + (long) Math.exp(2 + 10 * random.nextDouble());
      boolean even = random.nextBoolean();
      for (int i = 0; i < count; i++) {
        insert(nearest + (even ? span * i / count : random.nextLong(span)));
      }
      assertThat(wheel.count(8192))
          .as("%d over %d ticks", count, span)
          .isCloseTo(count, withinPercentage(10));
    }
  }

  @Test
  void count_ofFewerCellsThanMayBeRead_isExact() {
    for (int i = 0; i < 1000; i++) {
      insert(1 + i * 97L);
    }
    assertThat(wheel.count(wheel.cells() + 1)).isEqualTo(1000);
  }
}
