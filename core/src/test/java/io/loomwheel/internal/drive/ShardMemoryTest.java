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

  private void cancel(int from, int to, boolean underTheLock) {
    for (RecordedNode node : nodes.subList(from, to)) {
      node.claimCancel();
      if (underTheLock) {
        shard.tryDrop(node);
      } else {
        node.vacate();
      }
    }
  }

  @Test
  void tryDrop_aFewOfMany_sweepsNothing() {
    cancel(0, 5000, true);
    assertThat(wheel.cells()).isEqualTo(COUNT);
  }

  @Test
  void tryDrop_mostOfThem_givesTheMemoryBack() {
    cancel(0, 19_000, true);
    assertThat(wheel.cells()).isLessThan(COUNT / 2);
    assertThat(shard.cancelled()).isEqualTo(19_000);
  }

  @Test
  void dropped_toldOfAFewOfMany_sweepsNothing() {
    cancel(0, 5000, false);
    shard.dropped(5000);
    assertThat(wheel.cells()).isEqualTo(COUNT);
  }

  @Test
  void dropped_toldOfMostOfThem_givesTheMemoryBack() {
    cancel(0, 19_000, false);
    shard.dropped(4000);
    assertThat(wheel.cells()).isEqualTo(COUNT);
    shard.dropped(15_000);
    assertThat(wheel.cells()).isLessThan(COUNT / 2);
    assertThat(shard.tryLock()).isTrue();
  }

  @Test
  void dropped_aFewOfAFew_sweepsNothing() {
    cancel(0, COUNT, false);
    shard.dropped(COUNT); // empties the wheel
    for (int i = 0; i < 100; i++) {
      RecordedNode node = RecordedNode.due("node " + i, 1_000_000_000L + i * 10_000_000L);
      shard.tryArm(node);
      node.claimCancel();
      node.vacate();
    }
    int cells = wheel.cells();
    assertThat(cells).isPositive();
    shard.dropped(100);
    assertThat(wheel.cells()).isEqualTo(cells);
  }

  @Test
  void dropped_afterASweep_countsFromNought() {
    cancel(0, 15_000, false);
    shard.dropped(15_000);
    int swept = wheel.cells();
    cancel(15_000, 16_000, false);
    shard.dropped(1000);
    assertThat(wheel.cells()).isEqualTo(swept);
  }
}
