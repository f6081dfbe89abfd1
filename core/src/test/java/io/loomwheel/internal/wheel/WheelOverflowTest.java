package io.loomwheel.internal.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.errorpoints.StackDepths;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A stack that overflows at any call inside a wheel: what was linked before is still fired. */
class WheelOverflowTest {
  private static final int STEPS = 100;
  private static final long[] DEADLINES = {3, 64, 70, 4096, 4200, 5000, 300_000, 400_000};

  enum Kind {
    HIERARCHICAL,
    PREPARED,
    HASHED_64,
    HASHED_8192;

    Wheel wheel() {
      return switch (this) {
        case HIERARCHICAL -> new HierarchicalWheel(0, new TestSlotOwner());
        case PREPARED -> Wheels.hierarchical(0, new TestSlotOwner(), 1);
        case HASHED_64 -> new HashedWheel(0, 64, new TestSlotOwner());
        case HASHED_8192 -> new HashedWheel(0, 8192, new TestSlotOwner());
      };
    }
  }

  private final ExpiredBuffer expired = new ExpiredBuffer();

  /** Moves on only to ticks that the wheel asks for, as the driver does. */
  private List<WheelNode> allThatFire(Wheel wheel) {
    List<WheelNode> fired = new ArrayList<>();
    for (long tick; (tick = wheel.nextTick()) < 1_000_000; ) {
      wheel.advance(tick, expired);
      Wheels.work(wheel);
      expired.sort();
      long now = wheel.currentTick;
      expired.drainTo(
          node -> {
            assertThat(now).as("when %s fires", node).isEqualTo(node.deadlineNanos());
            return fired.add(node);
          });
    }
    return fired;
  }

  private static List<TestNode> nodes() {
    return IntStream.range(0, 400)
        .mapToObj(i -> new TestNode(i, DEADLINES[i % DEADLINES.length] + i / 64))
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void insert_stackOverflowsAtAnyCall_eitherLinksOrThrows(Kind kind) throws Exception {
    Wheel[] wheels = IntStream.range(0, STEPS).mapToObj(i -> kind.wheel()).toArray(Wheel[]::new);
    List<List<TestNode>> nodes = IntStream.range(0, STEPS).mapToObj(i -> nodes()).toList();
    List<List<TestNode>> linked =
        IntStream.range(0, STEPS).<List<TestNode>>mapToObj(i -> new ArrayList<>(500)).toList();
    for (int i = 0; i < STEPS; i++) {
      wheels[i].insert(nodes.get(i).get(0));
      linked.get(i).add(nodes.get(i).get(0));
    }
    for (int n = 1; n < 24; n++) {
      int nth = n;
      boolean[] done = new boolean[STEPS];
      StackDepths.forEach(
          STEPS,
          step -> {
            wheels[step].insert(nodes.get(step).get(nth));
            done[step] = true;
          });
      for (int i = 0; i < STEPS; i++) {
        if (done[i]) {
          linked.get(i).add(nodes.get(i).get(n));
        }
      }
      assertThat(done).as("node %s was linked by some and refused by others", n).contains(true);
    }
    for (int i = 0; i < STEPS; i++) {
      assertThat(allThatFire(wheels[i])).containsExactlyInAnyOrderElementsOf(linked.get(i));
    }
  }

  @ParameterizedTest
  @EnumSource
  void advance_stackOverflowsAtAnyCall_isGoneOnWithByTheNext(Kind kind) throws Exception {
    for (long tick : new long[] {3, 64, 4200, 262_144}) {
      Wheel[] wheels = IntStream.range(0, STEPS).mapToObj(i -> kind.wheel()).toArray(Wheel[]::new);
      List<List<TestNode>> nodes = IntStream.range(0, STEPS).mapToObj(i -> nodes()).toList();
      for (int i = 0; i < STEPS; i++) {
        for (TestNode node : nodes.get(i)) {
          wheels[i].insert(node);
        }
        moveTo(wheels[i], tick - 1);
      }
      ExpiredBuffer[] outs =
          IntStream.range(0, STEPS)
              .mapToObj(i -> new ExpiredBuffer())
              .toArray(ExpiredBuffer[]::new);
      StackDepths.forEach(
          STEPS,
          step -> {
            wheels[step].advance(tick, outs[step]);
            Wheels.work(wheels[step]);
          });
      for (int i = 0; i < STEPS; i++) {
        List<WheelNode> fired = new ArrayList<>();
        wheels[i].advance(tick, outs[i]);
        outs[i].drainTo(fired::add);
        assertThat(fired).allMatch(node -> node.deadlineNanos() == tick);
        fired.addAll(allThatFire(wheels[i]));
        assertThat(fired)
            .containsExactlyInAnyOrderElementsOf(
                nodes.get(i).stream().filter(node -> node.deadlineNanos() >= tick).toList());
      }
    }
  }

  private void moveTo(Wheel wheel, long to) {
    for (long tick; (tick = wheel.nextTick()) <= to; ) {
      wheel.advance(tick, expired);
      Wheels.work(wheel);
    }
    wheel.advance(to, expired);
    Wheels.work(wheel);
    expired.drainTo(node -> true);
  }
}
