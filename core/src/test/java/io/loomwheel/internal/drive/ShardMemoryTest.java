package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.HashedWheel;
import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.Wheels;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What thousands of cancelled nodes leave behind: cells, until seven of eight are empty. */
class ShardMemoryTest {
  private static final int ALL = Integer.MAX_VALUE;

  private static final int COUNT = 20_000;

  private Wheel wheel;
  private int sweepsWanted;
  private final Shard shard =
      new Shards(
              1,
              owner -> {
                wheel = new HierarchicalWheel(0, owner);
                return wheel;
              },
              () -> sweepsWanted++)
          .at(0);
  private final List<RecordedNode> nodes = new ArrayList<>();

  @BeforeEach
  void arm() {
    for (int i = 0; i < COUNT; i++) {
      RecordedNode node = RecordedNode.due("node " + i, 1_000_000_000L + i * 10_000_000L);
      nodes.add(node);
      shard.tryArm(node, false);
    }
  }

  private void cancel(int from, int to) {
    nodes.subList(from, to).forEach(RecordedNode::claimCancel);
  }

  /** Does the driver's work between ticks. */
  private void work() {
    ExpiredBuffer none = new ExpiredBuffer();
    while (shard.hasWork()) {
      shard.work(none);
    }
    assertThat(none.size()).isZero();
  }

  private int cells() {
    return Wheels.cells(wheel);
  }

  @Test
  void cancel_aFewOfMany_wantsNoSweep() {
    cancel(0, 5000);
    work();
    assertThat(sweepsWanted).isZero();
    assertThat(cells()).isEqualTo(COUNT);
  }

  @Test
  void cancel_mostOfThem_asksForASweepThatGivesTheMemoryBack() {
    cancel(0, 19_000);
    assertThat(cells()).as("by the thread that cancels").isEqualTo(COUNT);
    assertThat(sweepsWanted).isPositive();
    work();
    assertThat(cells()).isLessThanOrEqualTo(2 * 1000);
    assertThat(shard.sample(ALL)[0]).isEqualTo(19_000);
    assertThat(shard.sample(Integer.MAX_VALUE)[1]).isEqualTo(1000);
  }

  @Test
  void sweep_goesInShares_andOthersArmInBetween() {
    cancel(0, 19_000);
    ExpiredBuffer none = new ExpiredBuffer();
    int shares = 0;
    for (; shard.hasWork(); shares++) {
      shard.work(none);
      shard.tryArm(RecordedNode.due("in between", 1_000_000_000L + shares), false);
    }
    assertThat(shares).isGreaterThan(20);
    assertThat(shard.sample(Integer.MAX_VALUE)[1]).isEqualTo(1000 + shares);
    assertThat(cells()).isLessThanOrEqualTo(2 * (1000 + shares));
  }

  /** Small slots, whose chunks are larger than the number of nodes that ever came. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 9, 20, 40, 64, 70, 200})
  void cancel_allOfManySmallSlots_keepsNothing(int inASlot) {
    Shard hashed =
        new Shards(1, owner -> new HashedWheel(0, 32_768, owner), () -> sweepsWanted++).at(0);
    List<RecordedNode> all = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      RecordedNode node = RecordedNode.due("node " + i, 1_000_000 + i / inASlot);
      all.add(node);
      hashed.tryArm(node, false);
    }
    all.forEach(RecordedNode::claimCancel);
    assertThat(sweepsWanted).isPositive();
    while (hashed.hasWork()) {
      hashed.work(new ExpiredBuffer());
    }
    assertThat(hashed.nextTick).as("no slot is in use").isEqualTo(Wheel.NEVER_TICK);
  }

  @Test
  void cancel_whileTheLockIsTaken_isCountedAllTheSame() {
    shard.lock();
    cancel(0, COUNT);
    shard.lock = 0;
    work();
    assertThat(cells()).isZero();
    assertThat(wheel.cells()).isZero();
  }

  @Test
  void cancel_someOfWhatASweepHasLeft_sweepsNoMore() {
    cancel(0, 18_000);
    work();
    int swept = cells();
    assertThat(swept).isLessThanOrEqualTo(2 * 2000);
    cancel(18_000, 19_000);
    work();
    assertThat(cells()).isEqualTo(swept);
  }

  @Test
  void cancel_allButTheFirstOfEachChunk_keepsTwiceWhatLives() {
    for (int i = 0; i < COUNT; i++) {
      RecordedNode node = RecordedNode.due("more " + i, 1_000_000_000_000L + i);
      shard.tryArm(node, false);
      if (i % 63 != 0) {
        node.claimCancel();
      }
    }
    cancel(0, COUNT);
    work();
    assertThat(cells()).isLessThanOrEqualTo(2 * (COUNT / 63 + 1));
  }

  /** Every fifth chunk keeps 33 of its 63 nodes, too many for a sweep to copy them. */
  @Test
  void cancel_whatASweepHasLeftInPlace_keepsNothing() {
    cancel(0, COUNT);
    work();
    List<RecordedNode> left = new ArrayList<>();
    for (int i = 0; i < 5 * COUNT; i++) {
      RecordedNode node = RecordedNode.due("more " + i, 1_000_000_000_000L + i);
      shard.tryArm(node, false);
      left.add(node);
    }
    for (int i = 5 * COUNT - 1; i >= 0; i--) {
      int at = i - 56; // of which 3, 7, 15 and 31 lie in shorter chunks
      if (at < 0 || at / 63 % 5 != 0 || at % 63 >= 33) {
        left.remove(i).claimCancel();
      }
    }
    work();
    assertThat(cells()).isBetween(left.size() / 7 * 8, 2 * left.size());
    left.forEach(RecordedNode::claimCancel);
    work();
    assertThat(cells()).isZero();
  }

  /** The sample is off by some thousands after a million of cancels. */
  @Test
  void sweep_thatFindsMoreThanTheSampleSays_correctsIt() {
    shard.cancelled(COUNT);
    assertThat(shard.hasWork()).isTrue();
    work();
    assertThat(cells()).isEqualTo(COUNT);
    cancel(0, 1000);
    assertThat(shard.hasWork()).isFalse();
    cancel(1000, COUNT);
    work();
    assertThat(cells()).isZero();
  }

  /** A sample of some hundred million cancels is off by millions. */
  @Test
  void cancel_sampleHasMissedAMillion_keepsNothing() {
    shard.cancelled = -1_000_000;
    cancel(0, COUNT);
    work();
    assertThat(cells()).isZero();
  }

  /** Each slot has chunks of 3, 7, 15, 31, 63 and 31 cells after the sweep. */
  @Test
  void sweep_ofSlotsThatAreAllAlike_leavesNoneDue() {
    Shard hashed =
        new Shards(1, owner -> new HashedWheel(0, 512, owner), () -> sweepsWanted++).at(0);
    for (int i = 0; i < 320 * 150; i++) {
      hashed.tryArm(RecordedNode.due("stays " + i, 100_000 + i / 150), false);
    }
    List<RecordedNode> burst = new ArrayList<>();
    for (int i = 0; i < 400_000; i++) {
      RecordedNode node = RecordedNode.due("burst " + i, 100_450 + 512L * i);
      burst.add(node);
      hashed.tryArm(node, false);
    }
    burst.forEach(RecordedNode::claimCancel);
    ExpiredBuffer none = new ExpiredBuffer();
    for (int shares = 0; hashed.hasWork(); shares++) {
      assertThat(shares).as("shares of work").isLessThan(10_000);
      hashed.work(none);
    }
    assertThat(hashed.wheel.cells()).isEqualTo(320 * 150);
    assertThat(hashed.sample(Integer.MAX_VALUE)[1]).isEqualTo(320 * 150);
  }

  @Test
  void sweep_othersCancelMeanwhile_keepsNothing() {
    for (int i = 0; i < 19; i++) {
      arm();
    }
    cancel(0, 18 * COUNT);
    ExpiredBuffer none = new ExpiredBuffer();
    for (int i = 18 * COUNT; i < 20 * COUNT; i += 50) {
      shard.work(none);
      cancel(i, i + 50);
    }
    work();
    assertThat(cells()).isZero();
  }

  @Test
  void sweep_othersArmMeanwhileAndCancelLater_keepsNothing() {
    for (int i = 0; i < 19; i++) {
      arm();
    }
    cancel(0, 20 * COUNT);
    ExpiredBuffer none = new ExpiredBuffer();
    List<RecordedNode> later = new ArrayList<>();
    for (int i = 0; i < 800; i++) {
      shard.work(none);
      for (int j = 0; j < 100; j++) {
        RecordedNode node = RecordedNode.due("later", 1_000_000_000L + j * 2_000_000_000L);
        later.add(node);
        shard.tryArm(node, false);
      }
    }
    work();
    later.forEach(RecordedNode::claimCancel);
    work();
    assertThat(cells()).isZero();
  }

  /** Each time the node gets a cell in another slot, and leaves an empty one behind. */
  @Test
  void tryBringForward_overAndOver_asksForSweeps() {
    Shard hashed =
        new Shards(1, owner -> new HashedWheel(0, 65_536, owner), () -> sweepsWanted++).at(0);
    RecordedNode node = RecordedNode.due("node", 1_000_000);
    hashed.tryArm(node, false);
    ExpiredBuffer none = new ExpiredBuffer();
    for (int i = 0; i < 10 * COUNT; i++) {
      node.claimReschedule(1_000_000);
      node.claimReschedule(999_999 - i);
      assertThat(hashed.tryBringForward(node)).isTrue();
      for (; sweepsWanted > 0; sweepsWanted--) {
        while (hashed.hasWork()) {
          hashed.work(none);
        }
      }
      assertThat(hashed.wheel.cells()).isLessThan(5000);
    }
    assertThat(hashed.sample(Integer.MAX_VALUE)[1]).isEqualTo(1);
  }

  @Test
  void tryBringForward_othersFoundTheLockTaken_takesWhatTheyLeft() {
    RecordedNode node = nodes.get(0);
    shard.lock();
    for (int i = 0; i < 100; i++) {
      shard.postMoved(node);
    }
    shard.lock = 0;
    for (int i = 0; i < 10; i++) {
      if (!shard.tryBringForward(node)) {
        shard.postMoved(node);
      }
    }
    assertThat(shard.hasQueuedNodes()).isFalse();
  }

  @Test
  void post_cancelledInTheInbox_countsAsCancelled() {
    shard.lock();
    for (int i = 0; i < COUNT; i++) {
      RecordedNode node = RecordedNode.due("posted " + i, 1_000_000_000L);
      shard.post(node);
      node.claimCancel();
    }
    shard.lock = 0;
    shard.settle();
    cancel(0, COUNT);
    work();
    assertThat(cells()).isZero();
  }

  @Test
  void cancel_ofWhatWasAlreadyDropped_isNotCountedTwice() {
    for (int i = 0; i < 50 * COUNT; i++) { // arm and cancel: the chunks are dropped on the way
      RecordedNode node = RecordedNode.due("pair", 1_000_000_000_000L + 7L * i);
      shard.tryArm(node, false);
      node.claimCancel();
    }
    assertThat(sweepsWanted).isLessThan(20);
  }
}
