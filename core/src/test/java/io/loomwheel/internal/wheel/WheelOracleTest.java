package io.loomwheel.internal.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The wheel against a sorted map, under random scripts: every step gives the same nodes. */
class WheelOracleTest {
  private static final long YEAR_NANOS = 365L * 24 * 3600 * 1_000_000_000L;
  private static final long NEAR_THE_END = WheelNode.NEVER_NANOS - 2 * YEAR_NANOS;
  private static final int STEPS = 4000;

  /** By deadline, ties by order of insertion. */
  private record Key(long deadline, int id) {}

  private static final Comparator<Key> ORDER =
      Comparator.comparingLong(Key::deadline).thenComparingInt(Key::id);

  private final TreeMap<Key, TestNode> oracle = new TreeMap<>(ORDER);
  private final List<TestNode> armed = new ArrayList<>();
  private final ExpiredBuffer expired = new ExpiredBuffer();

  enum Kind {
    HIERARCHICAL,
    HIERARCHICAL_PREPARED,
    HASHED_1,
    HASHED_8,
    HASHED_64,
    HASHED_512,
    HASHED_8192;

    Wheel wheel(int shift) {
      return switch (this) {
        case HIERARCHICAL -> new HierarchicalWheel(shift, TestSlotOwner.KEEPER);
        case HIERARCHICAL_PREPARED -> new HierarchicalWheel(shift, TestSlotOwner.KEEPER, 1);
        case HASHED_1 -> new HashedWheel(shift, 1, TestSlotOwner.KEEPER);
        case HASHED_8 -> new HashedWheel(shift, 8, TestSlotOwner.KEEPER);
        case HASHED_64 -> new HashedWheel(shift, 64, TestSlotOwner.KEEPER);
        case HASHED_512 -> new HashedWheel(shift, 512, TestSlotOwner.KEEPER);
        case HASHED_8192 -> new HashedWheel(shift, 8192, TestSlotOwner.KEEPER);
      };
    }
  }

  static Stream<Arguments> scripts() {
    return Stream.of(Kind.values())
        .flatMap(kind -> Stream.of(0, 1, 16, 20).map(shift -> Arguments.of(kind, shift)))
        .flatMap(
            kind ->
                Stream.of(0L, 1L, 64L, (1L << 42) - 1, Long.MAX_VALUE / 2, NEAR_THE_END)
                    .map(start -> Arguments.of(kind.get()[0], kind.get()[1], start)));
  }

  @ParameterizedTest(name = "{0}, tick 2^{1} ns, from {2}")
  @MethodSource("scripts")
  void anyScript_givesWhatASortedMapGives(Kind kind, int shift, long startNanos) {
    Random random = new Random(startNanos + shift);
    Wheel wheel = kind.wheel(shift);
    long now = startNanos;
    wheel.advance(now >> shift, expired);
    for (int step = 0; step < STEPS; step++) {
      int dice = random.nextInt(10);
      if (dice < 5) {
        insert(wheel, new TestNode(step, saturated(now, anyDelay(random))), now, shift);
      } else if (dice < 7 && !armed.isEmpty()) {
        cancelOne(random);
      } else if (dice < 8 && !armed.isEmpty()) {
        putOffOne(random, now);
      } else {
        now = Math.min(saturated(now, anyDelay(random) >> 2), WheelNode.NEVER_NANOS - 1);
        wheel.advance(now >> shift, expired);
        Wheels.work(wheel);
        assertThat(drained()).isEqualTo(due(now >> shift, shift));
      }
      if (random.nextInt(500) == 0) {
        Wheels.sweep(wheel);
      }
      assertNextTickIsNotLate(wheel, shift);
    }
    List<WheelNode> left = new ArrayList<>();
    wheel.forEach(left::add);
    wheel.clear();
    assertThat(left).filteredOn(WheelNode::isArmed).hasSameElementsAs(oracle.values());
    assertThat(wheel.nextTick()).isEqualTo(Wheel.NEVER_TICK);
  }

  private void insert(Wheel wheel, TestNode node, long now, int shift) {
    long tick = wheel.insert(node);
    assertThat(tick).isBetween(now >> shift, Math.max(now >> shift, tickOf(node, shift)));
    oracle.put(new Key(node.deadlineNanos(), node.id), node);
    armed.add(node);
  }

  private void cancelOne(Random random) {
    TestNode node = armed.remove(random.nextInt(armed.size()));
    oracle.remove(new Key(node.deadlineNanos(), node.id));
    assertThat(node.claimCancel()).isTrue();
  }

  private void putOffOne(Random random, long now) {
    TestNode node = armed.get(random.nextInt(armed.size()));
    long later = Math.max(node.deadlineNanos(), saturated(now, anyDelay(random)));
    oracle.remove(new Key(node.deadlineNanos(), node.id));
    assertThat(node.claimReschedule(later)).isNotNegative();
    oracle.put(new Key(later, node.id), node);
  }

  /** Takes out of the oracle what is due. */
  private List<TestNode> due(long nowTick, int shift) {
    List<TestNode> due = new ArrayList<>();
    while (!oracle.isEmpty() && tickOf(oracle.firstEntry().getValue(), shift) <= nowTick) {
      due.add(oracle.pollFirstEntry().getValue());
    }
    armed.removeAll(due);
    return due;
  }

  private List<WheelNode> drained() {
    List<WheelNode> nodes = new ArrayList<>();
    expired.sort();
    expired.drainTo(nodes::add);
    assertThat(nodes).allMatch(WheelNode::isFired);
    return nodes;
  }

  private void assertNextTickIsNotLate(Wheel wheel, int shift) {
    if (!oracle.isEmpty()) {
      assertThat(wheel.nextTick())
          .isLessThanOrEqualTo(tickOf(oracle.firstEntry().getValue(), shift));
    }
  }

  private static long tickOf(WheelNode node, int shift) {
    return Math.ceilDiv(node.deadlineNanos(), 1L << shift);
  }

  /** From one nanosecond to years, each order of magnitude as likely, never twice the same tie. */
  private static long anyDelay(Random random) {
    long bound = 1L << random.nextInt(60);
    return Math.min(1 + (random.nextLong() & (bound - 1)), 20 * YEAR_NANOS);
  }

  private static long saturated(long now, long delay) {
    long sum = now + delay;
    return sum < now || sum > WheelNode.NEVER_NANOS ? WheelNode.NEVER_NANOS : sum;
  }
}
