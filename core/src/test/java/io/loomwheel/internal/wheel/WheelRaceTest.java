package io.loomwheel.internal.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Two threads meet at one node, over and over: one of them wins, never both, never none. */
class WheelRaceTest {
  private static List<TestNode> nodes(long deadline) {
    List<TestNode> nodes = new ArrayList<>();
    for (int i = 0; i < Race.ROUNDS; i++) {
      nodes.add(new TestNode(i, deadline));
    }
    return nodes;
  }

  private final AtomicInteger wins = new AtomicInteger();

  private void count(boolean won) {
    if (won) {
      wins.incrementAndGet();
    }
  }

  private void assertThatOneWon(int round) {
    assertThat(wins.getAndSet(0)).as("winners of round %s", round).isEqualTo(1);
  }

  @Test
  void claimCancel_byTwo_oneWins() throws Exception {
    List<TestNode> nodes = nodes(100);
    Race.run(
        i -> count(nodes.get(i).claimCancel()),
        i -> count(nodes.get(i).claimCancel()),
        this::assertThatOneWon);
  }

  @Test
  void claimRunAndRetire_oneWins() throws Exception {
    List<TestNode> nodes = nodes(100);
    nodes.forEach(node -> node.primeFired(100));
    Race.run(
        i -> count(nodes.get(i).claimRun()),
        i -> count(nodes.get(i).retire()),
        this::assertThatOneWon);
  }

  @Test
  void claimRearmAndRetire_oneWins() throws Exception {
    List<TestNode> nodes = nodes(100);
    nodes.forEach(node -> node.primeFired(100));
    Race.run(
        i -> count(nodes.get(i).claimRearm(200)),
        i -> count(nodes.get(i).retire()),
        this::assertThatOneWon);
  }

  @Test
  void claimReschedule_byTwo_oneReplacesTheOther() throws Exception {
    List<TestNode> nodes = nodes(100);
    Race.run(
        i -> count(nodes.get(i).claimReschedule(200) == 100),
        i -> count(nodes.get(i).claimReschedule(300) == 100),
        this::assertThatOneWon);
  }

  @Test
  void advanceAndClaimCancel_oneWins() throws Exception {
    HierarchicalWheel wheel = new HierarchicalWheel(0, TestSlotOwner.OWNER);
    ExpiredBuffer expired = new ExpiredBuffer();
    List<TestNode> nodes = nodes(1);
    Race.run(
        i -> {
          wheel.insert(nodes.get(i));
          wheel.advance(1, expired);
          count(expired.size() == 1);
          expired.drainTo(node -> true);
        },
        i -> count(nodes.get(i).claimCancel()),
        this::assertThatOneWon);
  }
}
