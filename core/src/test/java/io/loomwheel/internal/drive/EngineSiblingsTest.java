package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.internal.wheel.StoppedNodes;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** What other modules ask of an engine, and a listener that fails in the middle of it. */
class EngineSiblingsTest {
  private final EngineBench bench = EngineBench.of(1);
  private final EngineBench limited = EngineBench.limited(1, 2);

  private void assertFull() {
    assertThatThrownBy(() -> limited.armed("one too many", 1_000))
        .isInstanceOf(RejectedExecutionException.class);
  }

  private void assertTwoFit() {
    limited.armed("one", 10);
    limited.armed("two", 10);
    assertFull();
  }

  // --- permits ---

  @Test
  void permits_countAsPending_andToTheLimit() {
    limited.engine.limit.acquire(false);
    limited.engine.limit.acquire(false);
    assertThatThrownBy(() -> limited.engine.limit.acquire(false))
        .isInstanceOf(RejectedExecutionException.class);
    assertFull();
    assertThat(limited.engine.pending()).isEqualTo(2);
    assertThat(limited.engine.aboutPending()).isEqualTo(2);
    limited.engine.limit.release();
    limited.armed("node", 1_000);
    assertFull();
    assertThat(limited.engine.pending()).isEqualTo(2);
    assertThat(limited.engine.aboutPending()).isEqualTo(2);
  }

  @Test
  void acquirePermit_again_goesOverTheLimit_andCounts() {
    limited.armed("one", 1_000);
    limited.armed("two", 1_000);
    limited.engine.limit.acquire(true);
    assertThat(limited.engine.pending()).isEqualTo(3);
    limited.engine.limit.release();
    assertFull();
    assertThat(limited.engine.pending()).isEqualTo(2);
  }

  @Test
  void permits_withoutALimit_areCounted() {
    bench.engine.limit.acquire(false);
    bench.engine.limit.acquire(true);
    assertThat(bench.engine.pending()).isEqualTo(2);
    bench.engine.limit.release();
    assertThat(bench.engine.pending()).isOne();
  }

  @Test
  void nanosSinceRefusal_isTheGreatestUntilOneIsRefused() {
    assertThat(bench.engine.limit.nanosSinceRefusal()).isEqualTo(Long.MAX_VALUE);
    assertThat(limited.engine.limit.nanosSinceRefusal()).isEqualTo(Long.MAX_VALUE);
    limited.armed("one", 1_000);
    limited.armed("two", 1_000);
    long before = System.nanoTime();
    assertFull();
    assertThat(limited.engine.limit.nanosSinceRefusal())
        .isBetween(0L, Math.max(1, System.nanoTime() - before));
  }

  // --- nodes ---

  @Test
  void resubmit_handsAFiredNodeOnAgain_andCountsItNotAsUndelayed() {
    RecordedNode node = new RecordedNode("node");
    node.primeFired(1);
    assertThat(bench.engine.resubmit(node)).isTrue();
    assertThat(bench.outlet.nodes).containsExactly(node);
    assertThat(bench.engine.counters.undelayed.sum()).isZero();
  }

  @Test
  void soonNanos_theClockFails_firesTenMillisecondsAfterTheLatestTime() {
    RecordedNode node = bench.armed("node", 10);
    bench.after(10);
    bench.clockFails = true;
    assertThat(bench.engine.rearm(node, bench.engine.soonNanos())).isTrue();
    bench.clockFails = false;
    assertThat(bench.after(9_999_999)).isEmpty();
    assertThat(bench.after(1)).containsExactly(node);
  }

  @Test
  void soonNanos_atTheEndOfTime_neverFires() {
    RecordedNode node = bench.armed("node", 10);
    bench.after(Long.MAX_VALUE);
    assertThat(bench.engine.rearm(node, bench.engine.soonNanos())).isTrue();
    assertThat(node.deadlineNanos()).isEqualTo(WheelNode.NEVER_NANOS);
    assertThat(bench.after(1)).isEmpty();
  }

  @Test
  void cancelPending_cancelsWhatIsWanted_andNotifiesWhenTold() {
    RecordedNode wanted = limited.armed("wanted", 10);
    RecordedNode other = limited.armed("other", 10);
    StoppedNodes to = new StoppedNodes();
    limited.engine.cancelPending(node -> node == wanted, to);
    assertThat(wanted.isCancelled()).isTrue();
    assertThat(wanted.stopped).isZero();
    assertThat(other.isArmed()).isTrue();
    limited.armed("in its place", 20);
    assertFull();
    assertThat(to.notifyEach(Callbacks::add)).isNull();
    assertThat(wanted.stopped).isOne();
    assertThat(limited.after(10)).containsExactly(other);
  }

  @Test
  void walk_visitsWhatIsStillInAnInbox() {
    Shard shard = EngineBench.shardOf(bench.armed("first", 10));
    shard.lock();
    for (int i = 0; i < 600; i++) {
      bench.armed("queued " + i, 10);
    }
    shard.lock = 0;
    List<WheelNode> visited = new ArrayList<>();
    bench.engine.walk((node, deadline) -> visited.add(node));
    assertThat(visited).hasSize(601).doesNotHaveDuplicates();
  }

  @Test
  void movedByCaller_unlessAClockSaysSo_isFalse() {
    assertThat(bench.engine.movedByCaller.getAsBoolean()).isFalse();
  }

  // --- a wake-up that fails, as it does at the end of a stack ---

  /** {@return a node that had no delay, so that the one armed next is the first to wake for} */
  private static RecordedNode fired(EngineBench at) {
    RecordedNode node = at.armed("node", 0);
    at.outlet.nodes.clear();
    return node;
  }

  private static void failing(EngineBench at, boolean turnsFirst) {
    at.engine.onWakeUp(
        () -> {
          at.engine.onWakeUp(() -> {});
          if (turnsFirst) {
            at.clock.addAndGet(100);
            at.engine.turn();
          }
          throw new IllegalStateException("on purpose");
        });
  }

  @Test
  void arm_wakeUpFails_armsNothing() {
    failing(limited, false);
    RecordedNode node = new RecordedNode("node");
    assertThatThrownBy(() -> limited.engine.arm(node, 10)).hasMessage("on purpose");
    assertThat(node.isCancelled()).isTrue();
    assertTwoFit();
  }

  @Test
  void arm_wakeUpFailsOnceItHasFired_isTaken() {
    failing(limited, true);
    RecordedNode node = new RecordedNode("node");
    assertThat(limited.engine.arm(node, 10)).isTrue();
    assertThat(limited.outlet.nodes).containsExactly(node);
    assertTwoFit();
  }

  @Test
  void rearm_wakeUpFails_staysArmed() {
    RecordedNode node = fired(limited);
    failing(limited, false);
    assertThat(limited.engine.rearm(node, 50)).isTrue();
    assertThat(limited.after(49)).isEmpty();
    assertThat(limited.after(1)).containsExactly(node);
    assertTwoFit();
  }

  @Test
  void rearm_wakeUpFailsOnceItHasFired_isTaken() {
    RecordedNode node = fired(limited);
    failing(limited, true);
    assertThat(limited.engine.rearm(node, 50)).isTrue();
    assertThat(limited.outlet.nodes).containsExactly(node);
    assertTwoFit();
  }

  @Test
  void rearm_wakeUpFailsOnceItIsPosted_leavesItInTheSameShard() {
    EngineBench two = EngineBench.of(2);
    RecordedNode node = fired(two);
    Shard first = EngineBench.shardOf(two.armed("in the first", 100));
    first.lock();
    Shard home = EngineBench.shardOf(two.armed("in the second, which is home from here on", 90));
    first.lock = 0;
    first.lock();
    home.lock();
    two.engine.onWakeUp(
        () -> {
          two.engine.onWakeUp(() -> {});
          first.lock = 0;
          two.armed("moves the home of this thread to the first", 200);
          home.lock = 0;
          throw new IllegalStateException("on purpose");
        });
    assertThat(two.engine.rearm(node, 50)).isTrue();
    assertThat(first.hasQueuedNodes()).as("two threads would link it").isFalse();
    assertThat(first.armed).as("the first one, and that which has moved the home").isEqualTo(2);
    assertThat(two.after(50)).containsExactly(node);
    assertThat(home.armed).as("the second one, and the node, which counts once").isEqualTo(2);
  }

  @Test
  void rearm_wakeUpFailsOnceItHasFiredAndWaitsElsewhere_leavesItThere() {
    EngineBench two = EngineBench.of(2);
    RecordedNode node = fired(two);
    Shard first = EngineBench.shardOf(two.armed("in the first", 1000));
    first.lock();
    Shard home = EngineBench.shardOf(two.armed("in the second, which is home from here on", 1000));
    first.lock = 0;
    List<Object> meanwhile = new ArrayList<>();
    two.engine.onWakeUp(
        () -> {
          two.engine.onWakeUp(() -> {});
          meanwhile.addAll(two.after(50));
          first.lock();
          home.lock();
          meanwhile.add(two.engine.rearm(node, 150));
          first.lock = 0;
          home.lock = 0;
          throw new IllegalStateException("on purpose");
        });
    assertThat(two.engine.rearm(node, 50)).isTrue();
    assertThat(meanwhile).as("fired, and armed again").containsExactly(node, true);
    assertThat(first.wheel.hasLeft()).isFalse();
    assertThat(home.wheel.hasLeft()).as("two threads would link it").isFalse();
    assertThat(two.after(5000)).hasSize(3).contains(node);
    assertThat(two.engine.counters.armed()).as("with the first period").isEqualTo(4);
  }

  @Test
  void rearm_ofWhatIsOver_takesNoPermit() {
    RecordedNode node = limited.armed("node", 10);
    limited.engine.cancel(node);
    assertThat(limited.engine.rearm(node, 50)).isFalse();
    assertTwoFit();
  }

  @Test
  void reschedule_wakeUpFails_keepsTheOldDeadline() {
    RecordedNode node = bench.armed("node", 50);
    failing(bench, false);
    assertThatThrownBy(() -> bench.engine.reschedule(node, 10)).hasMessage("on purpose");
    assertThat(node.deadlineNanos()).isEqualTo(50);
    assertThat(bench.after(49)).isEmpty();
    assertThat(bench.after(1)).containsExactly(node);
  }
}
