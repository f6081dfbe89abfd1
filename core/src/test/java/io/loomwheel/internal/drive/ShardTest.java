package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A shard with ticks of one nanosecond. Whoever holds its lock here stands for another thread. */
class ShardTest {
  private Wheel wheel;
  private final Shard shard =
      new Shard(
          owner -> {
            wheel = new HierarchicalWheel(0, owner);
            return wheel;
          });
  private final ExpiredBuffer expired = new ExpiredBuffer();
  private final RecordedNode first = RecordedNode.due("first", 50);
  private final RecordedNode second = RecordedNode.due("second", 50);
  private final RecordedNode third = RecordedNode.due("third", 50);

  private List<WheelNode> turn(long tick) {
    shard.turn(tick, expired);
    List<WheelNode> fired = new ArrayList<>();
    expired.drainTo(fired::add);
    return fired;
  }

  private List<WheelNode> close() {
    List<WheelNode> left = new ArrayList<>();
    shard.close(left::add);
    return left;
  }

  @Test
  void tryArm_earlierThanAllElse_returnsTheTickThatTheDriverHasToKnow() {
    assertThat(shard.nextTick()).isEqualTo(Wheel.NEVER_TICK);
    assertThat(shard.tryArm(first)).isEqualTo(50);
    assertThat(shard.nextTick()).isEqualTo(50);
    shard.told();
    assertThat(shard.tryArm(second)).isEqualTo(Shard.NO_WAKE);
    assertThat(shard.tryArm(RecordedNode.due("sooner", 20))).isEqualTo(20);
    assertThat(shard.nextTick()).isEqualTo(20);
    assertThat(shard.armed()).isEqualTo(3);
  }

  @Test
  void tryArm_nobodyHasToldTheDriverOfAnEarlierOne_returnsThatTickAgain() {
    shard.tryArm(first); // by a thread that has met an Error since
    assertThat(shard.tryArm(second)).isEqualTo(50);
    assertThat(shard.tryRelink(second)).isEqualTo(50);
    turn(49); // the driver has looked by itself
    assertThat(shard.tryArm(third)).isEqualTo(Shard.NO_WAKE);
  }

  @Test
  void lockTaken_nobodyWaits() {
    shard.tryArm(first);
    shard.told();
    shard.lock();
    assertThat(shard.tryArm(second)).isEqualTo(Shard.BUSY);
    assertThat(shard.tryRelink(first)).isEqualTo(Shard.BUSY);
    shard.dropped(100_000);
    shard.settle(new ManualPacer());
    assertThat(shard.tryLock()).isFalse();
    shard.unlock();
    assertThat(shard.armed()).isEqualTo(1);
    assertThat(shard.cancelled()).isZero();
    assertThat(shard.tryArm(second)).isEqualTo(Shard.NO_WAKE);
  }

  @Test
  void post_isLinkedByTheNextHolderOfTheLockBeforeItsOwn() {
    shard.lock();
    assertThat(shard.post(first)).isTrue();
    shard.unlock();
    assertThat(shard.hasMail()).isTrue();
    assertThat(shard.tryArm(second)).isEqualTo(50);
    assertThat(shard.hasMail()).isFalse();
    assertThat(shard.armed()).isEqualTo(2);
    assertThat(turn(50)).containsExactly(first, second);
  }

  @Test
  void tryArm_mailIsEarlier_returnsTheTickOfTheMail() {
    shard.post(RecordedNode.due("sooner", 20));
    shard.post(RecordedNode.due("soonest", 10));
    shard.post(RecordedNode.due("later", 30));
    assertThat(shard.tryArm(first)).isEqualTo(10);
  }

  @Test
  void settle_linksTheMail() {
    shard.post(first);
    shard.settle(new ManualPacer());
    assertThat(shard.hasMail()).isFalse();
    assertThat(shard.nextTick()).isEqualTo(50);
    shard.post(second);
    shard.settle(new ManualPacer());
    assertThat(shard.armed()).isEqualTo(2);
  }

  @Test
  void settle_mailIsEarlier_tellsTheDriverOnce() {
    List<Long> ticks = new ArrayList<>();
    ManualPacer pacer = new ManualPacer();
    pacer.onEarlier(() -> ticks.add(shard.nextTick()));
    shard.post(first);
    shard.settle(pacer);
    shard.post(second);
    shard.settle(pacer);
    assertThat(ticks).containsExactly(50L);
  }

  @Test
  void settle_cancelledInTheInbox_countsAsArmedAndCancelled() {
    shard.post(first);
    first.claimCancel();
    shard.settle(new ManualPacer());
    assertThat(shard.armed()).isEqualTo(1);
    assertThat(shard.cancelled()).isEqualTo(1);
    assertThat(shard.nextTick()).isEqualTo(Wheel.NEVER_TICK);
  }

  @Test
  void turn_linksTheMailAndFiresWhatIsDue() {
    shard.post(first);
    shard.tryArm(RecordedNode.due("later", 60));
    shard.post(second);
    assertThat(turn(49)).isEmpty();
    assertThat(turn(50)).containsExactly(first, second);
    assertThat(shard.fired()).isEqualTo(2);
    assertThat(shard.nextTick()).isEqualTo(60);
    assertThat(turn(60)).hasSize(1);
    assertThat(shard.fired()).isEqualTo(3);
    assertThat(shard.nextTick()).isEqualTo(Wheel.NEVER_TICK);
  }

  @Test
  void turn_othersHaveFiredIntoTheSameBuffer_countsItsOwn() {
    expired.drainTo(node -> {});
    shard.tryArm(first);
    shard.turn(50, expired);
    shard.tryArm(RecordedNode.due("next", 60));
    shard.turn(60, expired);
    assertThat(expired.size()).isEqualTo(2);
    assertThat(shard.fired()).isEqualTo(2);
  }

  @Test
  void turn_alsoPreparesTheSlotToCome() {
    for (int i = 0; i < 1024; i++) {
      shard.tryArm(RecordedNode.due("node " + i, 64 + i % 64));
    }
    int before = wheel.cells();
    turn(40);
    assertThat(wheel.cells()).isGreaterThan(before);
  }

  @Test
  void tryRelink_toEarlier_movesTheNode() {
    shard.tryArm(first);
    first.claimReschedule(20);
    assertThat(shard.tryRelink(first)).isEqualTo(20);
    assertThat(shard.armed()).isEqualTo(1);
    assertThat(turn(20)).containsExactly(first);
    assertThat(turn(1000)).isEmpty();
  }

  @Test
  void tryRelink_toEarlier_leavesItsOldCell() {
    shard.tryArm(first);
    first.claimReschedule(20);
    shard.tryRelink(first);
    assertThat(close()).containsExactly(first);
  }

  @Test
  void tryRelink_armedAgain_countsAsNewAndLinksTheMailFirst() {
    shard.tryArm(first);
    turn(50);
    assertThat(first.claimRearm(70)).isTrue();
    shard.post(RecordedNode.due("sooner", 60));
    assertThat(shard.tryRelink(first)).isEqualTo(60);
    assertThat(shard.armed()).isEqualTo(3);
    assertThat(turn(70)).hasSize(2);
  }

  @Test
  void tryRelink_cancelledMeanwhile_leavesNothingBehind() {
    shard.tryArm(first);
    first.claimReschedule(20);
    first.claimCancel();
    shard.told();
    assertThat(shard.tryRelink(first)).isEqualTo(Shard.NO_WAKE);
    assertThat(close()).isEmpty();
  }

  @Test
  void drop_emptiesTheCell() {
    shard.tryArm(first);
    shard.tryArm(second);
    first.claimCancel();
    Shard.drop(first);
    assertThat(shard.cancelled()).isEqualTo(1);
    second.claimCancel();
    Shard.drop(second);
    assertThat(shard.cancelled()).isEqualTo(2);
    assertThat(close()).isEmpty();
  }

  @Test
  void close_givesAllOnceAndRefusesAllElse() {
    shard.tryArm(first);
    shard.post(second);
    assertThat(close()).containsExactlyInAnyOrder(first, second);
    assertThat(shard.armed()).isEqualTo(2);
    assertThat(shard.nextTick()).isEqualTo(Wheel.NEVER_TICK);
    assertThat(shard.tryArm(third)).isEqualTo(Shard.CLOSED);
    assertThat(shard.tryRelink(third)).isEqualTo(Shard.CLOSED);
    assertThat(shard.post(third)).isFalse();
    assertThat(close()).isEmpty();
    assertThat(shard.armed()).isEqualTo(2);
    assertThat(turn(1000)).isEmpty();
  }
}
