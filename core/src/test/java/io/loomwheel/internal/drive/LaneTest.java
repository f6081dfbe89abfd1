package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LaneTest {
  private final EngineBench bench = EngineBench.of(16);
  private final Lane lane = bench.engine.lane();

  private RecordedNode armed(String name, long delayNanos) {
    RecordedNode node = new RecordedNode(name);
    assertThat(lane.arm(node, delayNanos)).isTrue();
    return node;
  }

  @Test
  void arm_fromAnyThread_goesToTheSameShard() throws Exception {
    RecordedNode mine = armed("mine", 10);
    RecordedNode theirs = new RecordedNode("theirs");
    Thread.ofPlatform().start(() -> lane.arm(theirs, 10)).join();
    assertThat(theirs.owner()).isSameAs(mine.owner());
    assertThat(bench.after(10)).containsExactly(mine, theirs);
  }

  @Test
  void arm_shardTaken_keepsTheOrderOfArming() {
    RecordedNode first = armed("first", 10);
    Shard shard = EngineBench.shardOf(first);
    shard.lock();
    RecordedNode second = armed("second", 10);
    RecordedNode third = armed("third", 10);
    shard.unlock();
    RecordedNode fourth = armed("fourth", 10);
    assertThat(fourth.owner()).isSameAs(shard);
    assertThat(bench.after(10)).containsExactly(first, second, third, fourth);
  }

  @Test
  void arm_withoutDelay_isDueAtOnceButInOrder() {
    bench.clock.addAndGet(100);
    RecordedNode first = armed("first", 0);
    RecordedNode second = armed("second", -50);
    assertThat(bench.outlet.nodes).isEmpty();
    assertThat(second.deadlineNanos()).isEqualTo(100);
    assertThat(bench.after(0)).containsExactly(first, second);
  }

  @Test
  void rearm_goesToTheSameShardAgain() {
    RecordedNode node = armed("node", 10);
    Shard shard = EngineBench.shardOf(node);
    bench.after(10);
    assertThat(lane.rearm(node, 20)).isTrue();
    assertThat(node.owner()).isSameAs(shard);
    assertThat(bench.after(10)).containsExactly(node);
    node.retire();
    assertThat(lane.rearm(node, 30)).isFalse();
  }

  @Test
  void arm_underALimit_goesToTheSameShardToo() {
    EngineBench limited = EngineBench.limited(16, 1000);
    RecordedNode anywhere = limited.armed("anywhere", 10);
    Set<Object> apart = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      Lane other = limited.engine.lane();
      RecordedNode first = new RecordedNode("first");
      RecordedNode second = new RecordedNode("second");
      other.arm(first, 10);
      other.arm(second, 10);
      assertThat(second.owner()).isSameAs(first.owner());
      apart.add(first.owner());
    }
    apart.remove(anywhere.owner());
    assertThat(apart).isNotEmpty();
  }

  @Test
  void arm_shardFree_leavesNoMail() {
    RecordedNode node = armed("node", 10);
    assertThat(EngineBench.shardOf(node).hasMail()).isFalse();
    bench.after(10);
    lane.rearm(node, 20);
    assertThat(EngineBench.shardOf(node).hasMail()).isFalse();
  }

  @Test
  void lanes_areSpreadOverTheShards() {
    Set<Object> shards = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      RecordedNode node = new RecordedNode("node " + i);
      bench.engine.lane().arm(node, 10);
      shards.add(node.owner());
    }
    assertThat(shards).hasSizeGreaterThan(8);
  }
}
