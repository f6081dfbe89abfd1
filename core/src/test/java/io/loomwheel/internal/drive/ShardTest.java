package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.internal.wheel.ChunkWalk;
import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A shard with ticks of one nanosecond. Whoever holds its lock here stands for another thread. */
class ShardTest {
  private static final int ALL = Integer.MAX_VALUE;

  private Wheel wheel;

  /** How often the driver was asked to come. */
  private int asked;

  private final Shards all =
      new Shards(
          1,
          owner -> {
            wheel = new HierarchicalWheel(0, owner);
            return wheel;
          },
          () -> asked++);
  private final Shard shard = all.at(0);
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
    all.close(left::add);
    return left;
  }

  @Test
  void tryArm_lowersTheTickThatTheDriverHasToKnow() {
    assertThat(shard.nextTick).isEqualTo(Wheel.NEVER_TICK);
    assertThat(shard.tryArm(first, false)).isTrue();
    assertThat(shard.nextTick).isEqualTo(50);
    assertThat(shard.tryArm(RecordedNode.due("later", 60), false)).isTrue();
    assertThat(shard.nextTick).isEqualTo(50);
    assertThat(shard.tryArm(RecordedNode.due("sooner", 20), false)).isTrue();
    assertThat(shard.nextTick).isEqualTo(20);
    assertThat(shard.armed).isEqualTo(3);
  }

  @Test
  void lockTaken_nobodyWaits() {
    shard.tryArm(first, false);
    shard.lock();
    assertThat(shard.tryArm(second, false)).isFalse();
    assertThat(shard.tryArm(third, true)).isFalse();
    assertThat(shard.tryBringForward(first)).isFalse();
    shard.cancelled(100_000);
    shard.settle();
    assertThat(shard.tryLock()).isFalse();
    shard.lock = 0;
    assertThat(shard.armed).isEqualTo(1);
    assertThat(shard.sample(ALL)[0]).isZero();
    assertThat(shard.tryArm(second, false)).isTrue();
  }

  @Test
  void post_isLinkedByTheNextHolderOfTheLockBeforeItsOwn() {
    shard.lock();
    assertThat(shard.post(first)).isTrue();
    shard.lock = 0;
    assertThat(shard.hasQueuedNodes()).isTrue();
    assertThat(shard.tryArm(second, false)).isTrue();
    assertThat(shard.hasQueuedNodes()).isFalse();
    assertThat(shard.armed).isEqualTo(2);
    assertThat(turn(50)).containsExactly(first, second);
  }

  @Test
  void tryArm_fewInTheInbox_linksThemFirst() {
    shard.post(RecordedNode.due("sooner", 20));
    shard.post(RecordedNode.due("soonest", 10));
    shard.post(RecordedNode.due("later", 30));
    assertThat(shard.tryArm(first, false)).isTrue();
    assertThat(shard.nextTick).isEqualTo(10);
  }

  @Test
  void tryArm_manyInTheInbox_leavesThemToOthers() {
    for (int i = 0; i < 100; i++) {
      shard.post(RecordedNode.due("posted", 20));
    }
    assertThat(shard.tryArm(first, false)).isFalse();
    shard.post(first);
    assertThat(shard.hasQueuedNodes()).isTrue();
    assertThat(turn(50)).hasSize(101).endsWith(first);
  }

  @Test
  void post_brokenOffBetweenLinkAndRemoval_isLinkedOnce() {
    shard.post(first);
    shard.settle();
    shard.post(first); // as if it had not been removed
    assertThat(turn(50)).containsExactly(first);
    assertThat(shard.sample(Integer.MAX_VALUE)[1]).isZero();
  }

  @Test
  void settle_drainsTheInbox() {
    shard.post(first);
    shard.settle();
    assertThat(shard.hasQueuedNodes()).isFalse();
    assertThat(shard.nextTick).isEqualTo(50);
    shard.post(second);
    shard.settle();
    assertThat(shard.armed).isEqualTo(2);
  }

  @Test
  void settle_cancelledInTheInbox_countsAsArmedAndCancelled() {
    shard.post(first);
    first.claimCancel();
    shard.settle();
    assertThat(shard.armed).isEqualTo(1);
    assertThat(shard.sample(ALL)[0]).isEqualTo(1);
    assertThat(shard.nextTick).isEqualTo(Wheel.NEVER_TICK);
  }

  @Test
  void turn_drainsTheInboxAndFiresWhatIsDue() {
    shard.post(first);
    shard.tryArm(RecordedNode.due("later", 60), false);
    shard.post(second);
    assertThat(turn(49)).isEmpty();
    assertThat(turn(50)).containsExactly(first, second);
    assertThat(shard.wheel.fired()).isEqualTo(2);
    assertThat(shard.nextTick).isEqualTo(60);
    assertThat(turn(60)).hasSize(1);
    assertThat(shard.wheel.fired()).isEqualTo(3);
    assertThat(shard.nextTick).isEqualTo(Wheel.NEVER_TICK);
  }

  @Test
  void turn_othersHaveFiredIntoTheSameBuffer_countsItsOwn() {
    expired.drainTo(node -> true);
    shard.tryArm(first, false);
    shard.turn(50, expired);
    shard.tryArm(RecordedNode.due("next", 60), false);
    shard.turn(60, expired);
    assertThat(expired.size()).isEqualTo(2);
    assertThat(shard.wheel.fired()).isEqualTo(2);
  }

  @Test
  void work_largeSlotToCome_bringsItDownInShares() {
    for (int i = 0; i < 2048; i++) {
      shard.tryArm(RecordedNode.due("node " + i, 128 + i % 64), false);
    }
    assertThat(shard.nextTick).as("half a slot before").isEqualTo(96);
    turn(95);
    assertThat(shard.hasWork()).isFalse();
    turn(96);
    int shares = 0;
    for (; shard.hasWork(); shares++) {
      shard.work(expired);
    }
    assertThat(shares).isGreaterThan(2);
    assertThat(expired.size()).isZero();
    assertThat(turn(191)).hasSize(2048);
  }

  @Test
  void tryBringForward_movesTheNode() {
    shard.tryArm(first, false);
    first.claimReschedule(20);
    assertThat(shard.tryBringForward(first)).isTrue();
    assertThat(shard.nextTick).isEqualTo(20);
    assertThat(shard.armed).isEqualTo(1);
    assertThat(turn(20)).containsExactly(first);
    assertThat(turn(1000)).isEmpty();
  }

  @Test
  void tryBringForward_leavesItsOldCell() {
    shard.tryArm(first, false);
    first.claimReschedule(20);
    shard.tryBringForward(first);
    assertThat(close()).containsExactly(first);
  }

  @Test
  void tryBringForward_armedAgainElsewhere_isLeftAlone() {
    shard.tryArm(first, false);
    turn(50);
    first.claimRearm(70);
    assertThat(shard.tryBringForward(first)).isTrue();
    assertThat(close()).isEmpty();
  }

  @Test
  void tryBringForward_cancelledMeanwhile_leavesNothingBehind() {
    shard.tryArm(first, false);
    first.claimReschedule(20);
    first.claimCancel();
    assertThat(shard.tryBringForward(first)).isTrue();
    assertThat(close()).isEmpty();
  }

  @Test
  void postMoved_isLinkedForItsNewDeadline() {
    shard.tryArm(first, false);
    first.claimReschedule(20);
    shard.postMoved(first);
    assertThat(turn(20)).containsExactly(first);
    assertThat(shard.armed).isEqualTo(1);
  }

  @Test
  void tryArm_again_countsAsNewAndDrainsTheInboxFirst() {
    shard.tryArm(first, false);
    turn(50);
    assertThat(first.claimRearm(70)).isTrue();
    shard.post(RecordedNode.due("sooner", 60));
    assertThat(shard.tryArm(first, true)).isTrue();
    assertThat(shard.nextTick).isEqualTo(60);
    assertThat(shard.armed).isEqualTo(3);
    assertThat(turn(70)).hasSize(2);
  }

  @Test
  void tryArmAndTryBringForward_behindManyInTheInbox_areForTheInboxToo() {
    shard.tryArm(first, false);
    for (int i = 0; i < 33; i++) { // a producer links 16
      shard.post(RecordedNode.due("posted " + i, 40));
    }
    first.claimReschedule(30);
    assertThat(shard.tryBringForward(first)).isFalse();
    assertThat(shard.tryArm(second, false)).isFalse();
    assertThat(shard.tryArm(third, false)).isTrue();
    assertThat(turn(50)).hasSize(35).doesNotContain(second);
  }

  @Test
  void post_afterClose_isRefused_butSaysThatItWasAcceptedOfWhatAStopHasCancelled() {
    close();
    assertThat(shard.post(first)).isFalse();
    assertThat(first.isCancelled()).isTrue();
    assertThat(shard.hasQueuedNodes()).isFalse();
    second.claimCancel();
    assertThat(shard.post(second)).isTrue();
  }

  @Test
  void leave_isLinkedByTheNextHolderOfTheLock() {
    shard.tryArm(first, false);
    shard.leave(second, null);
    shard.leave(third, null);
    assertThat(shard.hasQueuedNodes()).isTrue();
    assertThat(shard.armed).isEqualTo(3);
    third.claimCancel();
    shard.settle();
    assertThat(shard.hasQueuedNodes()).isFalse();
    assertThat(shard.nextTick).isEqualTo(50);
    assertThat(turn(50)).containsExactly(first, second);
    assertThat(second.claimRearm(70)).isTrue();
    shard.leave(second, null);
    assertThat(turn(70)).containsExactly(second);
  }

  @Test
  void leave_moved_firesAtItsNewDeadline_once() {
    shard.tryArm(first, false);
    first.claimReschedule(20);
    shard.leave(first, shard);
    assertThat(shard.armed).isEqualTo(1);
    assertThat(turn(20)).containsExactly(first);
    shard.leave(first, shard);
    assertThat(shard.hasQueuedNodes()).isFalse();
    assertThat(turn(50)).isEmpty();
  }

  @Test
  void leave_moved_canBeCancelled() {
    shard.tryArm(first, false);
    first.claimReschedule(20);
    shard.leave(first, shard);
    assertThat(first.claimCancel()).isTrue();
    assertThat(turn(50)).isEmpty();
    assertThat(shard.sample(ALL)).containsExactly(1, 0);
  }

  @Test
  void leave_armedAgainElsewhere_leavesItThere() {
    shard.tryArm(first, false);
    turn(50);
    first.claimRearm(70);
    shard.leave(first, shard);
    assertThat(shard.hasQueuedNodes()).isFalse();
  }

  @Test
  void leave_afterClose_keepsNothing() {
    shard.tryArm(first, false);
    close();
    first.claimReschedule(20);
    shard.leave(first, shard);
    shard.leave(second, null);
    assertThat(shard.hasQueuedNodes()).isFalse();
  }

  @Test
  void cancelled_countsWhatLeftItsCell() {
    shard.tryArm(first, false);
    shard.tryArm(second, false);
    first.claimCancel();
    assertThat(shard.sample(ALL)[0]).isEqualTo(1);
    second.claimCancel();
    assertThat(shard.sample(ALL)[0]).isEqualTo(2);
    assertThat(close()).isEmpty();
  }

  /** What is cancelled there would be held until the driver comes for something else. */
  @Test
  void post_nobodyEmptiesTheInbox_asksTheDriverToCome() {
    for (int i = 0; i < 255; i++) {
      shard.post(RecordedNode.due("posted", 20));
    }
    assertThat(asked).isZero();
    shard.post(first);
    assertThat(asked).isOne();
    for (int i = 0; i < 256; i++) {
      shard.post(RecordedNode.due("posted", 20));
    }
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void postMoved_nobodyEmptiesTheInbox_asksTheDriverToCome() {
    shard.tryArm(first, false);
    for (int i = 0; i < 2560; i++) {
      first.claimReschedule(1_000_000 - i);
      shard.postMoved(first);
    }
    assertThat(asked).isEqualTo(10);
  }

  @Test
  void close_givesAllOnceAndRefusesAllElse() {
    shard.tryArm(first, false);
    shard.post(second);
    assertThat(close()).containsExactlyInAnyOrder(first, second);
    assertThat(shard.armed).isEqualTo(2);
    assertThat(shard.nextTick).isEqualTo(Wheel.NEVER_TICK);
    assertThat(shard.tryArm(third, false)).isFalse();
    assertThat(shard.tryArm(third, true)).isFalse();
    assertThat(shard.post(third)).isFalse();
    third.claimCancel(); // as the thread does that has posted it
    assertThat(close()).isEmpty();
    assertThat(turn(1000)).isEmpty();
  }

  @Test
  void tryArm_asManyInTheInboxAsAProducerLinks_linksItsOwnToo() {
    for (int i = 0; i < 16; i++) {
      shard.post(RecordedNode.due("posted", 20));
    }
    assertThat(shard.tryArm(first, false)).isTrue();
    for (int i = 0; i < 17; i++) {
      shard.post(RecordedNode.due("posted", 20));
    }
    assertThat(shard.tryArm(second, false)).isFalse();
  }

  @Test
  void settle_movedInTheInbox_lowersTheTick() {
    shard.tryArm(first, false);
    first.claimReschedule(20);
    shard.postMoved(first);
    shard.settle();
    assertThat(shard.nextTick).isEqualTo(20);
  }

  @Test
  void settle_armedInTheInbox_countsAsCancelledByNobody() {
    shard.post(first);
    shard.post(second);
    second.claimCancel();
    shard.settle();
    assertThat(shard.cancelled).isOne();
  }

  @Test
  void settle_ofMany_linksThemAll() {
    for (int i = 0; i < 600; i++) {
      shard.post(RecordedNode.due("posted", 20));
    }
    shard.settle();
    assertThat(shard.hasQueuedNodes()).isFalse();
    assertThat(shard.sample(Integer.MAX_VALUE)[1]).isEqualTo(600);
  }

  static Stream<Named<Consumer<Shard>>> visits() {
    return Stream.of(
        Named.of("turn", shard -> shard.turn(1, new ExpiredBuffer())),
        Named.of("work", shard -> shard.work(new ExpiredBuffer())),
        Named.of("close", shard -> shard.close(node -> {})),
        Named.of("count", shard -> shard.sample(Integer.MAX_VALUE)),
        Named.of("settle", Shard::settle),
        Named.of("copy", shard -> shard.copy(new ChunkWalk())),
        Named.of("forEach", shard -> shard.forEach(node -> {})));
  }

  /** Otherwise it would give back a lock that it doesn't have. */
  @ParameterizedTest
  @MethodSource("visits")
  void visit_whileTheLockIsTaken_waitsForIt(Consumer<Shard> visit) throws Exception {
    shard.lock();
    shard.post(first);
    Thread visitor = Thread.ofPlatform().daemon().start(() -> visit.accept(shard));
    while (visitor.isAlive() && Stream.of(visitor.getStackTrace()).noneMatch(ShardTest::isLock)) {
      Waiting.spin();
    }
    assertThat(shard.tryLock()).isFalse();
    shard.lock = 0;
    visitor.join();
    assertThat(shard.tryLock()).isTrue();
  }

  private static boolean isLock(StackTraceElement frame) {
    return frame.getClassName().equals(Shard.class.getName())
        && frame.getMethodName().equals("lock");
  }
}
