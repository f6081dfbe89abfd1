package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.errorpoints.StackDepths;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A stack that overflows at any call inside the engine, on a thread of the application: the shard
 * is usable afterwards, and what was accepted is fired, counted and handed on. One shard, ticks of
 * one nanosecond.
 */
class EngineOverflowTest {
  private static final int STEPS = 150;
  private static final long LATER = 1_000_000;

  private final EngineBench bench = EngineBench.of(1);
  private final List<RecordedNode> nodes = new ArrayList<>();
  private final boolean[] done = new boolean[STEPS];

  /** Has the JVM load and link what it loads and links but once. */
  @BeforeEach
  void everythingOnce() {
    RecordedNode node = bench.armed("once", LATER);
    bench.engine.reschedule(node, 10);
    bench.engine.reschedule(node, LATER);
    bench.engine.cancel(node);
    Shard shard = EngineBench.shardOf(node);
    shard.lock();
    RecordedNode queued = bench.armed("queued", 1);
    shard.lock = 0;
    assertThat(bench.after(1)).containsExactly(queued);
  }

  /** A node for each step, so that what overflows allocates none. */
  private void nodes(boolean armed) {
    nodes.clear();
    for (int i = 0; i < STEPS; i++) {
      RecordedNode node = new RecordedNode("node " + i);
      nodes.add(node);
      if (armed) {
        bench.engine.arm(node, LATER);
      }
      done[i] = false;
    }
  }

  private void atEveryDepth(Consumer<RecordedNode> action) throws Exception {
    StackDepths.forEach(
        STEPS,
        step -> {
          action.accept(nodes.get(step));
          done[step] = true;
        });
    assertThat(done).as("steps that went well").contains(true).contains(false);
  }

  private List<RecordedNode> doneOnes() {
    List<RecordedNode> all = new ArrayList<>();
    for (int i = 0; i < STEPS; i++) {
      if (done[i]) {
        all.add(nodes.get(i));
      }
    }
    return all;
  }

  @Test
  void arm_atAnyCall_whatWasAcceptedFires() throws Exception {
    nodes(false);
    atEveryDepth(node -> bench.engine.arm(node, LATER));
    RecordedNode after = bench.armed("after", LATER);
    assertThat(bench.after(LATER)).containsAll(doneOnes()).contains(after);
    assertThat(bench.engine.pending()).isZero();
  }

  @Test
  void cancel_atAnyCall_theRestFires() throws Exception {
    nodes(true);
    RecordedNode rest = bench.armed("the rest", LATER);
    atEveryDepth(node -> bench.engine.cancel(node));
    assertThat(doneOnes()).allMatch(RecordedNode::isCancelled);
    List<RecordedNode> left = nodes.stream().filter(node -> !node.isCancelled()).toList();
    assertThat(bench.after(LATER)).hasSize(left.size() + 1).containsAll(left).contains(rest);
    assertThat(bench.armed("after", 1).isArmed()).isTrue();
  }

  @Test
  void reschedule_toEarlierAtAnyCall_eitherFiresByThenOrAsBefore() throws Exception {
    nodes(true);
    atEveryDepth(node -> bench.engine.reschedule(node, 10));
    assertThat(bench.after(10)).containsAll(doneOnes());
    assertThat(nodes).filteredOn(RecordedNode::isArmed).allMatch(node -> node.deadlineNanos() > 10);
    bench.after(LATER);
    assertThat(nodes).allMatch(RecordedNode::isFired);
    assertThat(bench.engine.pending()).isZero();
  }

  @Test
  void arm_whileOthersWaitInTheInbox_losesNoneOfThem() throws Exception {
    List<RecordedNode> queued = new ArrayList<>();
    Shard shard = EngineBench.shardOf(bench.armed("first", 10 * LATER));
    for (int round = 0; round < 20; round++) {
      nodes(false);
      shard.lock();
      for (int i = 0; i < 50; i++) {
        queued.add(bench.armed("queued " + i, LATER));
      }
      shard.lock = 0;
      atEveryDepth(node -> bench.engine.arm(node, LATER));
    }
    assertThat(bench.after(LATER)).containsAll(queued);
    assertThat(bench.engine.pending()).isEqualTo(1);
  }
}
