package io.loomwheel.internal.drive;

import io.loomwheel.internal.drive.OracleRound.Plan;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Both wheels under threads that arm, cancel and reschedule at random, against an account of every
 * node: it fires once or was cancelled, for the deadline that was accepted last, not before its
 * tick, and not later than the first turn that began after the call had returned; in order.
 */
class WheelsOracleTest {
  private static final int ROUNDS = Models.isThorough() ? 100 : 2;

  /**
   * Few nodes that move all the time, crowds in which slots have 512 and 4,096 cells, and several
   * shards, whose nodes have to come in one order.
   */
  static Stream<Plan> plans() {
    return Stream.of(0, 1, 2, 4, 8)
        .flatMap(
            ring ->
                Stream.of(
                    new Plan(1, ring, 4, 4, 2, 100_000, ring),
                    new Plan(1, ring, 12, 3, 2, 100_000, ring),
                    new Plan(1, ring, 1000, 10, 2, 100_000, ring),
                    new Plan(4, ring, 1000, 6, 3, 40_000, ring),
                    new Plan(1, ring, 20_000, 13, 3, 40_000, ring)));
  }

  @ParameterizedTest
  @MethodSource("plans")
  void anyCalls_byThreadsWhileTheWheelsTurn_keepEveryPromise(Plan plan) throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      new OracleRound(plan.again(i)).play();
    }
  }
}
