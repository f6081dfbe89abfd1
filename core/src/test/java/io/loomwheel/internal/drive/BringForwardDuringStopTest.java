package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.SlotOwner;
import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BringForwardDuringStopTest {
  private Shard shard;
  private final Engine engine =
      new Engine(
          new EngineSettings(1, 0, 0, () -> 0, this::wheel, 0, new EngineSettings.ByHand()),
          new NoOutlet());

  private Wheel wheel(SlotOwner owner) {
    shard = (Shard) owner;
    return new HierarchicalWheel(0, owner);
  }

  @Test
  void reschedule_toEarlierWhileTheShardCloses_leavesTheNodeToTheStop() {
    WheelNode first = arm(10);
    WheelNode second = arm(100);
    List<WheelNode> armedStill = new ArrayList<>();

    shard.close(
        node -> {
          if (node == first) {
            assertThat(engine.reschedule(second, 5)).isTrue();
          }
          if (node.isArmed()) {
            armedStill.add(node);
          }
        });

    assertThat(armedStill).containsExactly(first, second);
  }

  private WheelNode arm(long delayNanos) {
    WheelNode node =
        new WheelNode() {
          @Override
          public void run() {}
        };
    engine.arm(node, delayNanos);
    return node;
  }

  private static final class NoOutlet implements Outlet {
    @Override
    public void accept(WheelNode node) {}

    @Override
    public void turnFailed(Throwable cause) {
      throw new AssertionError(cause);
    }
  }
}
