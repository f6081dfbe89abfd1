package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.errorpoints.ErrorPoints;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a shard says of its nodes after an Error at any call or allocation in it: how many were
 * armed, and when the driver has to come.
 */
class FaultCountTest {
  private static final ErrorPoints POINTS =
      new ErrorPoints(Set.of(), List.of("io.loomwheel.internal."));

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void arm_errorAtAnyPlace_whatIsAcceptedCountsOnce(boolean ofMemory) throws Exception {
    assertThat(POINTS.failAtEach(Arm.class, ofMemory, false)).isGreaterThan(ofMemory ? 0 : 10);
    assertThat(POINTS.failAtEach(Arm.class, ofMemory, true)).isGreaterThan(ofMemory ? 0 : 10);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void visit_errorAtAnyPlace_whatItHasLinkedIsDue(boolean ofMemory) throws Exception {
    assertThat(POINTS.failAtEach(Visit.class, ofMemory)).isGreaterThan(ofMemory ? 0 : 10);
  }

  /** Arms a node, a new one or again. */
  record Arm(boolean ofMemory, boolean again) implements IntPredicate {
    @Override
    public boolean test(int place) {
      EngineBench bench = EngineBench.of(1);
      RecordedNode node = bench.armed("the first period", 10);
      bench.armed("another", 1000);
      assertThat(bench.after(10)).containsExactly(node);
      RecordedNode armed = again ? node : new RecordedNode("new");
      boolean[] taken = new boolean[1];
      boolean failed =
          FaultTest.failed(
              ofMemory,
              place,
              () -> taken[0] = again ? bench.engine.rearm(armed, 60) : bench.engine.arm(armed, 50));
      bench.engine.turn();
      if (taken[0]) {
        assertThat(bench.engine.counters.armed()).isEqualTo(3);
        assertThat(bench.engine.counters.sample().cancelled()).isZero();
      }
      return failed;
    }
  }

  /** Visits a shard that has a node in its inbox, and once more. */
  record Visit(boolean ofMemory) implements IntPredicate {
    @Override
    public boolean test(int place) {
      EngineBench bench = EngineBench.of(1);
      Shard shard = EngineBench.shardOf(bench.armed("far away", 1000));
      shard.lock();
      RecordedNode node = bench.armed("queued", 50);
      shard.lock = 0;
      boolean failed = FaultTest.failed(ofMemory, place, () -> shard.sample(1));
      shard.sample(1);
      assertThat(shard.hasQueuedNodes()).isFalse();
      assertThat(shard.nextTick).isLessThanOrEqualTo(node.deadlineNanos());
      assertThat(shard.armed).isEqualTo(2);
      return failed;
    }
  }
}
