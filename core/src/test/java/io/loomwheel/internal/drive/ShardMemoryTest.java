package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.Wheel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What thousands of cancelled nodes leave behind: cells, until as many as are in use are holes. */
class ShardMemoryTest {
  private static final int COUNT = 20_000;

  private Wheel wheel;
  private final Shard shard =
      new Shard(
          owner -> {
            wheel = new HierarchicalWheel(0, owner);
            return wheel;
          });
  private final List<RecordedNode> nodes = new ArrayList<>();

  @BeforeEach
  void arm() {
    for (int i = 0; i < COUNT; i++) {
      RecordedNode node = RecordedNode.due("node " + i, 1_000_000_000L + i * 10_000_000L);
      nodes.add(node);
      shard.tryArm(node);
    }
  }

  private void cancel(int from, int to) {
    for (RecordedNode node : nodes.subList(from, to)) {
      node.claimCancel();
      Shard.drop(node);
    }
  }

  @Test
  void drop_aFewOfMany_sweepsNothing() {
    cancel(0, 5000);
    assertThat(wheel.cells()).isEqualTo(COUNT);
  }

  @Test
  void drop_mostOfThem_givesTheMemoryBack() {
    cancel(0, 19_000);
    assertThat(wheel.cells()).isLessThan(COUNT / 2);
    assertThat(shard.cancelled()).isEqualTo(19_000);
    assertThat(shard.count()).isEqualTo(1000);
  }

  @Test
  void drop_mostOfThemWhileTheLockIsTaken_givesTheMemoryBackLater() {
    shard.lock();
    cancel(0, 15_000);
    shard.unlock();
    assertThat(wheel.cells()).isEqualTo(COUNT);
    cancel(15_000, COUNT);
    assertThat(wheel.cells()).isLessThan(COUNT / 2);
    assertThat(shard.tryLock()).isTrue();
  }

  @Test
  void drop_aFewOfAFew_sweepsNothing() {
    cancel(0, COUNT);
    wheel.sweep();
    for (int i = 0; i < 100; i++) {
      RecordedNode node = RecordedNode.due("node " + i, 1_000_000_000L + i * 10_000_000L);
      shard.tryArm(node);
      node.claimCancel();
      Shard.drop(node);
    }
    assertThat(wheel.cells()).isPositive();
  }

  @Test
  void drop_afterASweep_countsFromNought() {
    cancel(0, 17_000);
    int swept = wheel.cells();
    assertThat(swept).isLessThan(COUNT / 2);
    cancel(17_000, 18_000);
    assertThat(wheel.cells()).isEqualTo(swept);
  }
}
