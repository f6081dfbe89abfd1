package io.loomwheel.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpiredTest {
  /** Spans up to the longest, with many ties in the short ones. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 100, 1 << 20, 1L << 40, 1L << 55, Long.MAX_VALUE - 3})
  void sort_anySpan_isStableAndLeavesTheFrontAlone(long span) {
    Random random = new Random(span);
    for (int count = 0; count < 200; count++) {
      Expired expired = new Expired();
      TestNode front = new TestNode(-1, 0);
      expired.reserve();
      expired.add(front, Long.MAX_VALUE);
      List<TestNode> wanted = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        TestNode node = new TestNode(i, Math.floorMod(random.nextLong(), span));
        wanted.add(node);
        expired.reserve();
        expired.add(node, node.deadlineNanos());
      }
      expired.sort(1);
      wanted.sort(Comparator.comparingLong(WheelNode::deadlineNanos));
      wanted.add(0, front);
      List<WheelNode> seen = new ArrayList<>();
      expired.drainTo(seen::add);
      assertThat(seen).isEqualTo(wanted);
    }
  }
}
