package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.HashedWheel;
import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.SlotOwner;
import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Producers that arm, cancel and reschedule nodes of one timer while a driver turns; then the
 * account of every node is settled.
 */
final class OracleRound implements Outlet {
  private static final int TICK_SHIFT = 16;

  /**
   * What makes a round.
   *
   * @param ring the size of a hashed wheel's ring; 0 for a hierarchical wheel
   */
  record Plan(
      int shards, int ring, int population, int reach, int producers, int calls, long seed) {
    Plan again(int times) {
      return new Plan(shards, ring, population, reach, producers, calls, seed + times);
    }
  }

  private final Plan plan;
  private final List<Wheel> wheels = new ArrayList<>();
  private final Engine engine;
  private final AtomicReferenceArray<OracleNode> population;
  private final List<OracleNode> handedOn = new ArrayList<>();

  /** The tick of each turn, the first of which has number 1. */
  private long[] ticks = new long[1024];

  /** Written by the driver alone. */
  private volatile long now;

  /** How many turns have begun. Written by the driver alone, before the turn. */
  private volatile int turns;

  OracleRound(Plan plan) {
    this.plan = plan;
    this.engine =
        new Engine(
            new Engine.EngineSettings(
                plan.shards, TICK_SHIFT, 0, () -> now, this::wheel, 0, null, 0),
            this);
    this.population = new AtomicReferenceArray<>(plan.population);
  }

  private Wheel wheel(SlotOwner owner) {
    Wheel wheel =
        plan.ring == 0
            ? new HierarchicalWheel(TICK_SHIFT, owner)
            : new HashedWheel(TICK_SHIFT, plan.ring, owner);
    wheels.add(wheel);
    return wheel;
  }

  /** Plays the round and settles it. */
  void play() throws InterruptedException {
    SplittableRandom random = new SplittableRandom(plan.seed);
    CountDownLatch running = new CountDownLatch(plan.producers);
    List<OracleProducer> producers = new ArrayList<>();
    for (int i = 0; i < plan.producers; i++) {
      OracleProducer producer = new OracleProducer(this, i, random.split(), running);
      producers.add(producer);
      Thread.ofPlatform().name("producer " + i).daemon().start(producer);
    }
    while (running.getCount() > 0) {
      turn(now + (jump(random) << TICK_SHIFT));
    }
    running.await();
    for (int i = 0; i < 200; i++) {
      turn(now + (1 << TICK_SHIFT));
    }
    turn(now + (1L << plan.reach << TICK_SHIFT));
    producers.forEach(producer -> producer.nodes().forEach(this::settle));
    settleOrder();
    require(engine.pending() == 0, engine.pending() + " are pending");
    long armed = producers.stream().mapToLong(producer -> producer.nodes().size()).sum();
    require(engine.counters.armed() == armed, engine.counters.armed() + " counted of " + armed);
    require(
        engine.counters.fired() == handedOn.size(), engine.counters.fired() + " count as fired");
    int cells = wheels.stream().mapToInt(Wheel::cells).sum();
    require(cells == 0, cells + " cells are in use");
  }

  /** {@return how many ticks to the next turn: mostly one, at times none, or many} */
  private long jump(SplittableRandom random) {
    return switch (random.nextInt(16)) {
      case 0, 1 -> 0;
      case 2 -> random.nextInt(2 * Math.max(1, plan.ring) + 1);
      case 3 -> random.nextInt(4) == 0 ? random.nextInt(300) : 2;
      default -> 1;
    };
  }

  private void turn(long nanos) {
    now = nanos;
    int turn = turns + 1;
    if (turn == ticks.length) {
      ticks = Arrays.copyOf(ticks, turn * 2);
    }
    ticks[turn] = nanos >> TICK_SHIFT;
    turns = turn;
    engine.turn();
  }

  // --- for producers ---

  Plan plan() {
    return plan;
  }

  Engine engine() {
    return engine;
  }

  AtomicReferenceArray<OracleNode> population() {
    return population;
  }

  long now() {
    return now;
  }

  int turns() {
    return turns;
  }

  // --- the oracle ---

  @Override
  public void accept(WheelNode fired) {
    OracleNode node = (OracleNode) fired;
    node.timesHandedOn++;
    node.handedOnIn = turns;
    handedOn.add(node);
  }

  private void settle(OracleNode node) {
    int ends = node.timesHandedOn + node.timesCancelled();
    require(ends == 1, node + " has come to an end " + ends + " times");
    if (node.timesHandedOn == 1) {
      long deadline = node.deadline();
      require(node.deadlineNanos() == deadline, node + " fired for " + node.deadlineNanos());
      long tick = Wheel.tickAtOrAfter(deadline, TICK_SHIFT);
      int in = node.handedOnIn;
      require(ticks[in] >= tick, node + " is early: turn " + in + " is at tick " + ticks[in]);
      int by = Math.max(node.acceptedIn() + 1, firstTurnAt(tick));
      require(in <= by, node + " is late: turn " + in + " in place of " + by);
    }
  }

  /** {@return the first turn at a tick or after it} */
  private int firstTurnAt(long tick) {
    int from = 1;
    int to = turns;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (ticks[middle] >= tick) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    return from;
  }

  /** Within a turn, what it could know of comes in order. */
  private void settleOrder() {
    OracleNode last = null;
    for (OracleNode node : handedOn) {
      if (node.acceptedIn() < node.handedOnIn) {
        boolean sameTurn = last != null && last.handedOnIn == node.handedOnIn;
        require(!sameTurn || !comesBefore(node, last), node + " came after " + last);
        last = node;
      }
    }
  }

  /** Those of one deadline come in the order of arming in a shard; over several nobody knows. */
  private boolean comesBefore(OracleNode node, OracleNode other) {
    if (node.deadline() != other.deadline()) {
      return node.deadline() < other.deadline();
    }
    boolean ordered =
        plan.shards == 1 && node.armedBy == other.armedBy && !node.wasMoved && !other.wasMoved;
    return ordered && node.number < other.number;
  }

  @Override
  public void turnFailed(Throwable cause) {
    throw new AssertionError(plan + ": a turn failed", cause);
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(plan + ": " + otherwise);
    }
  }
}
