package io.loomwheel.internal.wheel;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The wheel against a sorted map, under random scripts: every step gives the same nodes. A script
 * that fails is shrunk first.
 */
class WheelOracleTest {
  private static final long YEAR_NANOS = 365L * 24 * 3600 * 1_000_000_000L;
  private static final long NEAR_THE_END = WheelNode.NEVER_NANOS - 2 * YEAR_NANOS;
  private static final int STEPS = 4000;

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
        case HIERARCHICAL -> new HierarchicalWheel(shift, new TestSlotOwner());
        case HIERARCHICAL_PREPARED -> Wheels.hierarchical(shift, new TestSlotOwner(), 1);
        case HASHED_1 -> new HashedWheel(shift, 1, new TestSlotOwner());
        case HASHED_8 -> new HashedWheel(shift, 8, new TestSlotOwner());
        case HASHED_64 -> new HashedWheel(shift, 64, new TestSlotOwner());
        case HASHED_512 -> new HashedWheel(shift, 512, new TestSlotOwner());
        case HASHED_8192 -> new HashedWheel(shift, 8192, new TestSlotOwner());
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
    List<WheelOracle.Step> script = Stream.generate(() -> step(random)).limit(STEPS).toList();
    Shrunk.play(script, steps -> new WheelOracle(kind.wheel(shift), shift, startNanos).play(steps));
  }

  private static WheelOracle.Step step(Random random) {
    int dice = random.nextInt(10);
    WheelOracle.Call call =
        dice < 5
            ? WheelOracle.Call.INSERT
            : dice < 7
                ? WheelOracle.Call.CANCEL
                : dice < 8 ? WheelOracle.Call.PUT_OFF : WheelOracle.Call.ADVANCE;
    return new WheelOracle.Step(
        random.nextInt(500) == 0 ? WheelOracle.Call.SWEEP : call,
        anyDelay(random),
        random.nextInt(Integer.MAX_VALUE));
  }

  /** From one nanosecond to years, each order of magnitude as likely. */
  private static long anyDelay(Random random) {
    long bound = 1L << random.nextInt(60);
    return Math.min(1 + (random.nextLong() & (bound - 1)), 20 * YEAR_NANOS);
  }
}
