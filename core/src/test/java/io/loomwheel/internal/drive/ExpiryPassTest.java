package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.Wheel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Three shards, ticks of 16 ns. */
class ExpiryPassTest {
  private static final int SHIFT = 4;

  private final AtomicLong clock = new AtomicLong(1000);
  private final Shards three =
      new Shards(3, owner -> new HierarchicalWheel(SHIFT, owner), () -> {});
  private final Shard[] shards = {three.at(0), three.at(1), three.at(2)};
  private final RecordedOutlet outlet = new RecordedOutlet();
  private final PendingLimit limit = new PendingLimit(2, System::nanoTime, new RecordedOutlet());
  private final AtomicInteger reads = new AtomicInteger();
  private int failingRead;
  private final ExpiryPass turn = pass(true);
  private final RecordedNode first = RecordedNode.due("first", 160);
  private final RecordedNode second = RecordedNode.due("second", 161);

  private ExpiryPass pass(boolean byDriver) {
    return new ExpiryPass(three, new TickClock(this::read, SHIFT, 0), outlet, limit, byDriver);
  }

  private long read() {
    if (reads.incrementAndGet() == failingRead) {
      throw new LinkageError("on purpose");
    }
    return clock.get();
  }

  @Test
  void run_atTheTickOfADeadline_handsOnWithNoLockHeld() {
    shards[0].tryArm(first, false);
    shards[2].tryArm(second, false);
    outlet.onAccept =
        node -> {
          for (Shard shard : shards) {
            assertThat(shard.tryLock()).isTrue();
            shard.lock = 0;
          }
        };
    clock.addAndGet(159);
    turn.run();
    assertThat(outlet.nodes).isEmpty();
    clock.addAndGet(1);
    turn.run();
    assertThat(outlet.nodes).containsExactly(first);
    clock.addAndGet(16);
    turn.run();
    assertThat(outlet.nodes).containsExactly(first, second);
    assertThat(turn.count).isEqualTo(3);
    assertThat(outlet.failures).isEmpty();
  }

  @Test
  void run_inboxOfAShardThatHasNothingElse_isLinked() {
    shards[1].post(first);
    turn.run();
    assertThat(shards[1].hasQueuedNodes()).isFalse();
    assertThat(turn.nextTick()).isEqualTo(10);
  }

  @Test
  void run_dueInSeveralShards_handsOnInOrderOfTheExactDeadlinesOverAll() {
    List<RecordedNode> wanted = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      RecordedNode node = RecordedNode.due("node " + i, 1 + i);
      wanted.add(node);
      shards[(i * 7) % 3].tryArm(node, false); // as by a thread whose home moves
    }
    clock.addAndGet(320);
    turn.run();
    assertThat(outlet.nodes).isEqualTo(wanted);
  }

  /** Only one of the shards has seen the tick at which both are overdue. */
  @Test
  void run_armedOverdueInSeveralShards_handsOnInOrderOverAll() {
    shards[0].tryArm(RecordedNode.due("before", 320), false);
    clock.addAndGet(320);
    turn.run();
    outlet.nodes.clear();
    shards[0].tryArm(first, false);
    shards[1].tryArm(second, false);

    turn.run();

    assertThat(outlet.nodes).containsExactly(first, second);
  }

  @Test
  void run_comesLate_handsOnTheFirstBeforeTheLastAreLookedFor() {
    List<RecordedNode> nodes = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      nodes.add(RecordedNode.due("node " + i, 1 + i * 16L));
      shards[i % 3].tryArm(nodes.get(i), false);
    }
    List<RecordedNode> armedAtFirst = new ArrayList<>();
    outlet.onAccept =
        node -> {
          if (node == nodes.get(0)) {
            nodes.stream().filter(RecordedNode::isArmed).forEach(armedAtFirst::add);
          }
        };
    clock.addAndGet(5000 * 16L);
    turn.run();
    assertThat(outlet.nodes).isEqualTo(nodes.subList(0, 5000));
    assertThat(armedAtFirst).contains(nodes.get(100));
  }

  @Test
  void run_shardsWithNothingDue_areNotEntered() {
    shards[0].tryArm(first, false);
    shards[0].lock(); // would wait for ever
    shards[1].lock();
    turn.run();
    assertThat(turn.count).isEqualTo(1);
  }

  @Test
  void run_workInTwoShards_doesAShareOfEachInTurn() {
    for (int i = 0; i < 2 * 2048; i++) {
      shards[i % 2].tryArm(RecordedNode.due("node " + i, (128L + i % 128 / 2) << SHIFT), false);
    }
    clock.addAndGet(96L << SHIFT); // half a slot before
    do {
      turn.run();
    } while (shards[0].hasWork());
    turn.run();
    assertThat(shards[1].hasWork()).isFalse();
  }

  @Test
  void run_clockStepsBack_doesNotMakeTimeGoBack() {
    clock.addAndGet(170);
    turn.run();
    clock.addAndGet(-100);
    shards[0].tryArm(first, false);
    turn.run();
    assertThat(outlet.nodes).containsExactly(first);
  }

  @Test
  void run_recordsHowLateEachWas() {
    shards[0].tryArm(RecordedNode.due("in time", 320), false);
    shards[0].tryArm(RecordedNode.due("late", 220), false);
    clock.addAndGet(320);
    turn.run();
    assertThat(turn.lateness.quantileNanos(1, turn.time.now())).isEqualTo(100);
    assertThat(turn.lateness.quantileNanos(0.5, turn.time.now())).isZero();
  }

  @Test
  void run_outletThatTakesItsTime_recordsHowLateEachWasHandedOn() {
    for (int i = 0; i < 100; i++) {
      shards[i % 3].tryArm(RecordedNode.due("node " + i, 160), false);
    }
    outlet.onAccept = node -> clock.addAndGet(20_000_000);
    clock.addAndGet(160);
    turn.run();
    assertThat(turn.lateness.quantileNanos(1, turn.time.now())).isEqualTo(99 * 20_000_000L);
    assertThat(turn.lateness.quantileNanos(0.5, turn.time.now()))
        .isBetween(49 * 20_000_000L, 49 * 20_000_000L * 9 / 8);
  }

  @Test
  void run_readsTheClockForEachThatIsHandedOn() {
    for (int i = 0; i < 162; i++) {
      shards[i % 3].tryArm(RecordedNode.due("node " + i, 160), false);
    }
    clock.addAndGet(160);
    reads.set(0);
    turn.run();
    assertThat(outlet.nodes).hasSize(162);
    assertThat(reads).hasValue(1 + 162); // of the turn, of each node
  }

  @Test
  void run_outletThatThrows_recordsOnceHowLateEachWas() {
    for (int i = 0; i < 20; i++) {
      shards[i % 3].tryArm(RecordedNode.due("node " + i, 160), false);
    }
    outlet.onAccept =
        node -> {
          clock.addAndGet(16);
          if (outlet.nodes.size() % 7 == 0) {
            throw new LinkageError("on purpose");
          }
        };
    clock.addAndGet(160);
    for (int i = 0; i < 4; i++) {
      turn.run();
    }
    assertThat(turn.expired.size()).isZero();
    assertThat(turn.lateness.countsUpTo(new long[] {Long.MAX_VALUE})).containsExactly(20);
  }

  @Test
  void run_clockThrowsAsNodesAreHandedOn_handsThemOnAllTheSame() {
    shards[0].tryArm(first, false);
    shards[1].tryArm(second, false);
    clock.addAndGet(176);
    failingRead = 2; // behind that of the turn
    reads.set(0);
    assertThat(turn.run()).isTrue();
    assertThat(outlet.nodes).containsExactly(first, second);
    assertThat(turn.lateness.countsUpTo(new long[] {Long.MAX_VALUE})).containsExactly(2);
  }

  @Test
  void run_fromTheOutlet_firesWhatIsDueByThen() {
    ExpiryPass byHand = pass(false);
    shards[0].tryArm(first, false);
    shards[1].tryArm(second, false);
    outlet.onAccept =
        node -> {
          if (node == first) {
            clock.addAndGet(16);
            byHand.run();
          }
        };
    clock.addAndGet(160);
    byHand.run();
    assertThat(outlet.nodes).containsExactly(first, second);
    shards[0].tryArm(RecordedNode.due("third", 170), false);
    byHand.run();
    assertThat(outlet.nodes).hasSize(3);
  }

  @Test
  void run_fromTheOutlet_firstHandsOnWhatFiredWithIt_andSeesIt() {
    ExpiryPass byHand = pass(false);
    shards[0].tryArm(first, false);
    RecordedNode with = RecordedNode.due("with the first", 160);
    shards[1].tryArm(with, false);
    shards[2].tryArm(second, false);
    outlet.onAccept =
        node -> {
          if (node == first) {
            assertThat(byHand.expired.size()).isPositive();
            clock.addAndGet(16);
            byHand.run();
            assertThat(byHand.expired.size()).isZero();
          }
        };
    clock.addAndGet(160);
    byHand.run();
    assertThat(outlet.nodes).containsExactly(first, with, second);
    assertThat(outlet.failures).isEmpty();
  }

  /** Where compiled code finds no memory, the JVM drops frames with their {@code finally}. */
  @Test
  void run_theTurnBeforeHasNoEnd_handsOnWhatItHad() {
    shards[0].tryArm(first, false);
    shards[1].tryArm(second, false);
    outlet.onAccept =
        node -> {
          if (outlet.nodes.size() == 1) {
            turn.run(); // the driver is here again
          }
        };
    clock.addAndGet(176);
    turn.run();
    assertThat(outlet.nodes).containsExactly(first, first, second);
    assertThat(turn.expired.size()).isZero();
  }

  @Test
  void run_lateMinutesAfterTheTimerWasMade_isRecorded() {
    clock.addAndGet(5 * LatenessHistogram.WINDOW_NANOS);
    shards[0].tryArm(RecordedNode.due("late", turn.time.now() - 100), false);
    turn.run();
    assertThat(turn.lateness.quantileNanos(1, turn.time.now())).isEqualTo(100);
  }

  @Test
  void run_outletThatThrows_isReported_andThatNodeIsHandedOnNextTime() {
    LinkageError error = new LinkageError("on purpose");
    shards[0].tryArm(first, false);
    shards[1].tryArm(second, false);
    outlet.onAccept =
        node -> {
          if (outlet.nodes.size() == 1) {
            throw error;
          }
        };
    clock.addAndGet(176);
    assertThat(turn.run()).isFalse();
    assertThat(outlet.failures).containsExactly(error);
    assertThat(turn.expired.size()).isPositive();
    assertThat(turn.run()).isTrue();
    assertThat(outlet.nodes).containsExactly(first, first, second);
    assertThat(turn.expired.size()).isZero();
  }

  @Test
  void run_anErrorOnTheWay_isReportedAndLosesNothing() {
    OutOfMemoryError error = new OutOfMemoryError("on purpose");
    Faulty faulty = new Faulty(error);
    faulty.prime(100);
    shards[0].tryArm(faulty, false);
    RecordedNode behindIt = RecordedNode.due("behind it", 100);
    shards[0].tryArm(behindIt, false);
    shards[1].tryArm(first, false);
    clock.addAndGet(112);
    assertThat(turn.run()).isFalse();
    assertThat(outlet.failures).containsExactly(error);
    assertThat(outlet.nodes).isEmpty();
    clock.addAndGet(48);
    assertThat(turn.run()).isTrue();
    assertThat(outlet.nodes).containsExactly(faulty, behindIt, first);
    assertThat(outlet.failures).hasSize(1);
    assertThat(shards[0].wheel.fired()).isEqualTo(2);
    assertThat(turn.nextTick()).isEqualTo(Wheel.NEVER_TICK);
  }

  /** Throws as it is taken out of its slot, the first time. */
  private static final class Faulty extends io.loomwheel.internal.wheel.WheelNode {
    private @Nullable Error error;

    Faulty(Error error) {
      this.error = error;
    }

    @Override
    public @Nullable Executor executor() {
      Error now = error;
      error = null;
      if (now != null) {
        throw now;
      }
      return null;
    }

    @Override
    public void run() {}
  }

  @Test
  void nextTick_isTheEarliestOfAllShards() {
    assertThat(turn.nextTick()).isEqualTo(Wheel.NEVER_TICK);
    shards[2].tryArm(second, false);
    assertThat(turn.nextTick()).isEqualTo(11);
    shards[1].tryArm(first, false);
    assertThat(turn.nextTick()).isEqualTo(10);
  }

  @Test
  void isDue_whatIsBeforeThatTickOrInAnInbox() {
    assertThat(turn.isDue(Wheel.NEVER_TICK)).isFalse();
    shards[1].tryArm(first, false);
    assertThat(turn.isDue(10)).isFalse();
    assertThat(turn.isDue(11)).isTrue();
    shards[2].post(second);
    assertThat(turn.isDue(10)).isTrue();
  }

  @Test
  void nanosUntil_isFromNowToTheBeginningOfTheTick() {
    clock.addAndGet(100);
    assertThat(turn.time.nanosUntil(10)).isEqualTo(60);
    assertThat(turn.time.nanosUntil(5)).isEqualTo(-20);
  }
}
