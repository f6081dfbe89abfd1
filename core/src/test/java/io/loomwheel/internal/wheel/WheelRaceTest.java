package io.loomwheel.internal.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Two threads meet at one node, over and over: one of them wins, never both, never none. */
class WheelRaceTest {
  private final AtomicInteger wins = new AtomicInteger();

  private void count(boolean won) {
    if (won) {
      wins.incrementAndGet();
    }
  }

  @Test
  void claimRunAndRetire_oneWins() throws Exception {
    List<TestNode> nodes = new ArrayList<>();
    for (int i = 0; i < Race.ROUNDS; i++) {
      nodes.add(new TestNode(i, 100));
    }
    nodes.forEach(node -> node.primeFired(100));
    Race.run(
        i -> count(nodes.get(i).claimRun()),
        i -> count(nodes.get(i).retire()),
        i -> assertThat(wins.getAndSet(0)).as("winners of round %s", i).isEqualTo(1));
  }
}
