package io.loomwheel.internal.drive;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.junit.jupiter.api.Test;

/** What threads do to a shard at once has the outcome of some order of doing it one by one. */
class ShardLinearizabilityTest {
  @Test
  void severalNodes_inManyOrdersOfSteps_leaveInTheOrderOfArming() {
    model(10, 250).sequentialSpecification(NodesInTurn.class).check(SharedShard.class);
  }

  @Test
  void oneNode_inManyOrdersOfSteps_hasOneFate() {
    model(20, 200).sequentialSpecification(NodeAlone.class).check(SharedNode.class);
  }

  private static ModelCheckingOptions model(int scenarios, int orders) {
    return new ModelCheckingOptions()
        .iterations(scenarios)
        .invocationsPerIteration(Models.orders(orders))
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(1)
        .actorsAfter(2)
        .minimizeFailedScenario(false);
  }
}
