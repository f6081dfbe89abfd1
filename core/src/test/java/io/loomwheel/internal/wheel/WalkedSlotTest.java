package io.loomwheel.internal.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What other threads do to nodes of a slot while it is walked. A node that is asked for its
 * executor, just before it fires, stands for them: it changes the deadline of a node at that very
 * moment.
 */
class WalkedSlotTest {
  private final ExpiredBuffer expired = new ExpiredBuffer();
  private final List<WheelNode> fired = new ArrayList<>();

  /** Slots of every size about which cells are shifted or closed up, the node anywhere in it. */
  static Stream<int[]> neighbours() {
    List<int[]> all = new ArrayList<>();
    for (int before : new int[] {0, 1, 2, 3, 5, 9, 12, 17}) {
      for (int after : new int[] {1, 2, 3, 7, 14}) {
        all.add(new int[] {before, after});
      }
    }
    return all.stream();
  }

  /** Puts itself off to another deadline as it is about to fire, the first time. */
  private static final class Moving extends WheelNode {
    private long deadlineNanos;

    Moving(long due, long deadlineNanos) {
      prime(due);
      this.deadlineNanos = deadlineNanos;
    }

    @Override
    public @Nullable Executor executor() {
      if (deadlineNanos >= 0) {
        claimReschedule(deadlineNanos);
        deadlineNanos = -1;
      }
      return null;
    }

    @Override
    public void run() {}
  }

  private void walk(Wheel wheel, int[] neighbours, long due, long movedTo) {
    List<WheelNode> wanted = new ArrayList<>();
    for (int i = 0; i < neighbours[0] + neighbours[1]; i++) {
      if (i == neighbours[0]) {
        wheel.insert(new Moving(due, movedTo));
      }
      TestNode node = new TestNode(i, due);
      wheel.insert(node);
      wanted.add(node);
    }
    wheel.advance(Math.max(due, wheel.currentTick), expired);
    expired.drainTo(fired::add);
    assertThat(fired).containsExactlyInAnyOrderElementsOf(wanted);
    fired.clear();
    wheel.advance(movedTo, expired);
    expired.drainTo(fired::add);
    assertThat(fired).hasSize(1).hasOnlyElementsOfType(Moving.class);
    assertThat(Wheels.cells(wheel)).isZero();
  }

  @ParameterizedTest
  @MethodSource("neighbours")
  void advance_hashed_nodePutOffIntoTheVerySlotThatOpens_losesNobody(int[] neighbours) {
    walk(new HashedWheel(0, 4, new TestSlotOwner()), neighbours, 200, 204);
  }

  @ParameterizedTest
  @MethodSource("neighbours")
  void advance_hashed_nodePutOffIntoAnotherSlot_losesNobody(int[] neighbours) {
    walk(new HashedWheel(0, 4, new TestSlotOwner()), neighbours, 200, 205);
  }

  @ParameterizedTest
  @MethodSource("neighbours")
  void advance_overdue_nodePutOff_losesNobody(int[] neighbours) {
    Wheel wheel = new HierarchicalWheel(0, new TestSlotOwner());
    wheel.advance(1000, expired);
    walk(wheel, neighbours, 50, 1001);
  }

  @Test
  void work_nodeBroughtForwardWhileItsSlotComesDown_isNotLost() {
    Wheel wheel = Wheels.hierarchical(0, new TestSlotOwner(), 1);
    List<TestNode> nodes = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      TestNode node = new TestNode(i, 192 + i % 64);
      nodes.add(node);
      wheel.insert(node);
    }
    wheel.advance(170, expired);
    wheel.work(expired); // some have come down by now, some have not
    assertThat(wheel.hasWork()).isTrue();
    nodes.get(0).claimReschedule(171);
    nodes.get(999).claimReschedule(172);
    wheel.bringForward(nodes.get(0));
    Wheels.work(wheel); // the other thread has still to link the second
    wheel.bringForward(nodes.get(999));
    wheel.advance(172, expired);
    expired.drainTo(fired::add);
    assertThat(fired).containsExactly(nodes.get(0), nodes.get(999));
    wheel.advance(300, expired);
    expired.drainTo(fired::add);
    assertThat(fired).containsExactlyInAnyOrderElementsOf(nodes);
    assertThat(Wheels.cells(wheel)).isZero();
  }
}
