package io.loomwheel.internal.drive;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;

/**
 * A thread that arms, cancels and reschedules, and notes in each node's account what came of it.
 */
final class OracleProducer implements Runnable {
  private static final long TICK_NANOS = 1 << 16;

  private final OracleRound round;
  private final OracleRound.Plan plan;
  private final int me;
  private final SplittableRandom random;
  private final CountDownLatch running;
  private final List<OracleNode> nodes = new ArrayList<>();

  OracleProducer(OracleRound round, int me, SplittableRandom random, CountDownLatch running) {
    this.round = round;
    this.plan = round.plan();
    this.me = me;
    this.random = random;
    this.running = running;
  }

  /** {@return the nodes that it has armed} */
  List<OracleNode> nodes() {
    return nodes;
  }

  @Override
  public void run() {
    try {
      for (int i = 0; i < plan.calls(); i++) {
        int at = random.nextInt(plan.population());
        OracleNode node = round.population().get(at);
        if (node == null || !node.isArmed()) {
          round.population().set(at, arm());
        } else if (random.nextInt(16) == 0) {
          cancel(node);
        } else {
          reschedule(node);
        }
      }
    } finally {
      running.countDown();
    }
  }

  private OracleNode arm() {
    long deadline = deadline();
    OracleNode node = new OracleNode(me, nodes.size(), deadline, plan.producers());
    nodes.add(node);
    round.engine().armAt(node, deadline, false);
    node.accepted(me, deadline, deadline, round.turns());
    return node;
  }

  /** As {@link Engine#reschedule}, which doesn't say what deadline it has made and replaced. */
  private void reschedule(OracleNode node) {
    long deadline = random.nextBoolean() ? deadline() : putOff(node.deadlineNanos());
    long old = node.claimReschedule(deadline);
    if (old >= 0) {
      if (deadline < old) {
        round.engine().bringForward(node, deadline);
      }
      node.accepted(me, old, deadline, round.turns());
    }
  }

  private void cancel(OracleNode node) {
    if (round.engine().cancel(node)) {
      node.cancelledBy(me);
    }
  }

  /** {@return up to seven ticks later, unless that is too far} */
  private long putOff(long deadline) {
    long later = deadline + random.nextInt(8) * TICK_NANOS;
    return later <= round.now() + (TICK_NANOS << plan.reach()) ? later : deadline();
  }

  private long deadline() {
    long ticks = random.nextLong(1L << random.nextInt(plan.reach() + 1));
    return Math.max(0, round.now() + ticks * TICK_NANOS - random.nextInt((int) TICK_NANOS));
  }
}
