package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.Race;
import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two threads meet at one shard, over and over. */
class ShardRaceTest {
  private Wheel wheel;
  private final Shard shard =
      new Shard(
          owner -> {
            wheel = new HierarchicalWheel(0, owner);
            return wheel;
          },
          () -> {});
  private final ExpiredBuffer expired = new ExpiredBuffer();

  /** Read and written under the shard's lock alone. */
  private int counter;

  private static List<RecordedNode> nodes(long deadline) {
    List<RecordedNode> nodes = new ArrayList<>();
    for (int i = 0; i < Race.ROUNDS; i++) {
      nodes.add(RecordedNode.due("node " + i, deadline));
    }
    return nodes;
  }

  private void countUnderTheLock() {
    shard.lock();
    counter++;
    shard.unlock();
  }

  private void arm(WheelNode node) {
    if (shard.tryArm(node) == Shard.Answer.BUSY) {
      shard.post(node);
    }
  }

  private void assertThatItHolds(List<WheelNode> wanted) {
    List<WheelNode> left = new ArrayList<>();
    shard.settle();
    wheel.forEach(left::add);
    wheel.clear();
    assertThat(left).containsExactlyInAnyOrderElementsOf(wanted);
  }

  @Test
  void lock_byTwo_isHeldByOneAtATime() throws Exception {
    Race.run(
        i -> countUnderTheLock(),
        i -> countUnderTheLock(),
        i -> assertThat(counter).isEqualTo(2 * (i + 1)));
  }

  @Test
  void armWhileItTurns_firesEachOnce() throws Exception {
    List<RecordedNode> nodes = nodes(0);
    Race.run(
        i -> arm(nodes.get(i)),
        i -> shard.turn(0, expired),
        i -> {
          shard.turn(0, expired);
          assertThat(expired.size()).isEqualTo(1);
          expired.drainTo(node -> true);
          assertThat(shard.armed()).isEqualTo(i + 1);
          assertThat(shard.fired()).isEqualTo(i + 1);
        });
  }

  @Test
  void settleByTwo_linksEachOnce() throws Exception {
    List<RecordedNode> nodes = nodes(1000);
    Race.run(
        i -> {
          shard.post(nodes.get(i));
          shard.settle();
        },
        i -> arm(RecordedNode.due("other", 1000)),
        i -> {
          shard.settle();
          assertThat(shard.armed()).isEqualTo(2L * (i + 1));
        });
  }

  @Test
  void rescheduleToEarlierWhileTheInboxIsDrained_isNotMissed() throws Exception {
    List<RecordedNode> nodes = nodes(1_000_000);
    shard.post(nodes.get(0));
    Race.run(
        i -> {
          RecordedNode node = nodes.get(i);
          node.claimReschedule(20);
          if (node.owner() != null && !shard.tryBringForward(node)) {
            shard.postMoved(node);
          }
        },
        i -> shard.settle(),
        i -> {
          shard.settle();
          assertThat(shard.nextTick()).isLessThanOrEqualTo(20);
          assertThatItHolds(List.of(nodes.get(i)));
          shard.turn(0, expired); // makes the next tick that of an empty wheel
          shard.post(nodes.get(Math.min(i + 1, Race.ROUNDS - 1)));
        });
  }

  @Test
  void cancelWhileTheInboxIsDrained_leavesNothingBehind() throws Exception {
    List<RecordedNode> nodes = nodes(1_000_000);
    shard.post(nodes.get(0));
    Race.run(
        i -> nodes.get(i).claimCancel(),
        i -> shard.settle(),
        i -> {
          assertThatItHolds(List.of());
          shard.post(nodes.get(Math.min(i + 1, Race.ROUNDS - 1)));
        });
  }
}
