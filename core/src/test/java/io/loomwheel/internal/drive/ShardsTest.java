package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.Race;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;

class ShardsTest {
  private final Shards shards = shards();

  private static Shards shards() {
    return new Shards(64, owner -> new HierarchicalWheel(0, owner), () -> {});
  }

  @Test
  void at_makesAShardWhenItIsFirstWanted() {
    assertThat(shards.made).isEmpty();
    Shard shard = shards.at(7);
    assertThat(shards.at(7)).isSameAs(shard);
    assertThat(shards.made).containsExactly(shard);
    assertThat(shards.count()).isEqualTo(64);
  }

  @Test
  void at_byTwo_bothGetTheSame() throws Exception {
    AtomicReferenceArray<Shards> fresh = new AtomicReferenceArray<>(Race.ROUNDS);
    for (int i = 0; i < Race.ROUNDS; i++) {
      fresh.set(i, new Shards(1, owner -> new HierarchicalWheel(0, owner), () -> {}));
    }
    Shard[] got = new Shard[2];
    Race.run(
        i -> got[0] = fresh.get(i).at(0),
        i -> got[1] = fresh.get(i).at(0),
        i -> assertThat(got[0]).isSameAs(got[1]));
  }

  @Test
  void close_oneShardFails_closesTheOthers_andTheNextCloseGoesOnWithIt() {
    List<WheelNode> nodes = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      RecordedNode node = RecordedNode.due("node " + i, 50);
      shards.at(i / 2).tryArm(node, false);
      nodes.add(node);
    }
    List<WheelNode> left = new ArrayList<>();
    assertThatThrownBy(
            () ->
                shards.close(
                    node -> {
                      if (node == nodes.get(1)) {
                        throw new OutOfMemoryError("on purpose");
                      }
                      left.add(node);
                    }))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(left)
        .containsExactlyInAnyOrder(
            nodes.get(0), nodes.get(2), nodes.get(3), nodes.get(4), nodes.get(5));
    left.clear();
    shards.close(left::add);
    assertThat(left).contains(nodes.get(1));
  }

  @Test
  void close_beforeThereIsAnyShard_letsNoneTakeAnything() {
    shards.close(node -> {});
    RecordedNode late = RecordedNode.due("late", 50);
    assertThat(shards.at(1).tryArm(late, false)).isFalse();
    assertThat(shards.at(1).post(late)).isFalse();
  }

  @Test
  void close_aShardThatIsMadeMeanwhile_takesNothing() {
    RecordedNode node = RecordedNode.due("node", 50);
    shards.at(1).tryArm(node, false);
    RecordedNode late = RecordedNode.due("late", 50);
    shards.close(left -> assertThat(shards.at(2).tryArm(late, false)).isFalse());
  }

  @Test
  void close_shardsThatAreMadeAfterwards_takeNothing() {
    RecordedNode node = RecordedNode.due("node", 50);
    shards.at(1).tryArm(node, false);
    List<WheelNode> left = new ArrayList<>();
    shards.close(left::add);
    assertThat(left).containsExactly(node);
    RecordedNode late = RecordedNode.due("late", 50);
    assertThat(shards.at(1).tryArm(late, false)).isFalse();
    assertThat(shards.at(2).tryArm(late, false)).isFalse();
    assertThat(shards.at(2).post(late)).isFalse();
  }
}
