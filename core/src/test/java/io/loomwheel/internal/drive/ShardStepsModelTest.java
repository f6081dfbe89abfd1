package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever others do to the nodes of a shard, at whichever step of a turn, an arm, a reschedule or
 * a cancellation that sweeps: each node fires once, in order, at the first turn that may know of
 * its deadline, or is cancelled.
 *
 * <p>The code runs on one thread, with every step counted at which it looks at what threads share;
 * others make one whole call at any step, two at any two, or one in two halves.
 */
class ShardStepsModelTest {
  private static final StepLoader STEPPED = new StepLoader();

  static IntStream rings() {
    return Models.isThorough() ? IntStream.of(1, 2, 4, 8) : IntStream.of(2);
  }

  @ParameterizedTest(name = "a ring of {0}")
  @MethodSource("rings")
  void hashed_anyOrderOfSteps_keepsEveryPromise(int ring) throws Exception {
    assertThat(orders("hashed " + ring)).isGreaterThan(100_000);
  }

  static Stream<Arguments> slots() {
    Stream<Arguments> more = Stream.of(Arguments.of(1, 512), Arguments.of(2, 1));
    return Stream.concat(Stream.of(Arguments.of(1, 1)), more.filter(any -> Models.isThorough()));
  }

  @ParameterizedTest(name = "a slot of level {0}, which comes down early from {1} nodes on")
  @MethodSource("slots")
  void hierarchical_anyOrderOfSteps_keepsEveryPromise(int level, int preparedFrom)
      throws Exception {
    assertThat(orders("level " + level + " " + preparedFrom)).isGreaterThan(100_000);
  }

  @SuppressWarnings("unchecked")
  private static long orders(String wheel) throws ReflectiveOperationException {
    Constructor<?> orders = STEPPED.loadClass(StepOrders.class.getName()).getDeclaredConstructor();
    orders.setAccessible(true);
    return ((ToLongFunction<String>) orders.newInstance()).applyAsLong(wheel);
  }
}
