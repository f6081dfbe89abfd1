package io.loomwheel.internal.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a walk in portions visits while the wheel goes on. */
class ChunkWalkTest {
  private static final int SHIFT = 20;
  private static final long TICK = 1L << SHIFT;

  private final ChunkWalk walk = new ChunkWalk();
  private final List<WheelNode> visited = new ArrayList<>();

  private static Wheel wheel(boolean hashed) {
    return hashed
        ? new HashedWheel(SHIFT, 64, new TestSlotOwner())
        : new HierarchicalWheel(SHIFT, new TestSlotOwner());
  }

  private static WheelNode armed(Wheel wheel, long tick) {
    WheelNode node =
        new WheelNode() {
          @Override
          public void run() {}
        };
    node.prime(tick * TICK);
    wheel.insert(node);
    return node;
  }

  private void visitAll(Wheel wheel) {
    boolean more = true;
    while (more) {
      more = walk.copy(wheel);
      walk.visit((node, deadline) -> visited.add(node));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void walk_overdueAndFar_visitsBothAndNoneThatWasCancelled(boolean hashed) {
    Wheel wheel = wheel(hashed);
    wheel.advance(100, new ExpiredBuffer());
    WheelNode overdue = armed(wheel, 50);
    WheelNode far = armed(wheel, 1_000_000);
    armed(wheel, 1_000_001).claimCancel();

    visitAll(wheel);

    assertThat(visited).containsExactly(overdue, far);
  }

  /** As by another thread, between two looks at the word. */
  @Test
  void visit_nodeIsCancelledMeanwhile_givesTheDeadlineForWhichItWasArmed() {
    Wheel wheel = wheel(false);
    armed(wheel, 3);
    walk.copy(wheel);
    List<Long> deadlines = new ArrayList<>();
    walk.visit(
        (node, deadline) -> {
          assertThat(node.claimCancel()).isTrue();
          deadlines.add(deadline);
        });
    assertThat(deadlines).containsExactly(3 * TICK);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void walk_slotThatGrowsAsFastAsItIsVisited_comesToItsEnd(boolean hashed) {
    Wheel wheel = wheel(hashed);
    for (int i = 0; i < 20_000; i++) {
      armed(wheel, 1_000_000);
    }
    boolean more = true;
    while (more) {
      more = walk.copy(wheel);
      walk.visit((node, deadline) -> visited.add(armed(wheel, 1_000_000)));
      assertThat(visited).hasSizeLessThan(100_000);
    }
  }

  static Stream<Arguments> losses() {
    return Stream.of(false, true)
        .flatMap(
            hashed ->
                IntStream.of(9_000, 12_000, 16_000, 20_000, 24_000, 31_000, 40_000)
                    .boxed()
                    .flatMap(count -> Stream.of(2, 1).map(p -> Arguments.of(hashed, count, p))));
  }

  /** One visited node of so many is cancelled, or all: those chunks go as others come. */
  @ParameterizedTest
  @MethodSource("losses")
  void walk_slotOfManyPortionsThatLosesItsBeginning_visitsTheRestOnce(
      boolean hashed, int count, int part) {
    Wheel wheel = wheel(hashed);
    List<WheelNode> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nodes.add(armed(wheel, 1_000_000));
    }
    assertThat(walk.copy(wheel)).isTrue();
    walk.visit((node, deadline) -> visited.add(node));
    visited.subList(0, visited.size() / part).forEach(WheelNode::claimCancel);
    for (int i = 0; i < 2 * count; i++) {
      armed(wheel, 1_000_000);
    }
    boolean more = true;
    while (more) {
      more = walk.copy(wheel);
      walk.visit((node, deadline) -> visited.add(node));
    }
    assertThat(visited).startsWith(nodes.toArray(new WheelNode[0])).doesNotHaveDuplicates();
  }
}
