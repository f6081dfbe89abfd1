package io.loomwheel.internal.drive;

import io.loomwheel.errorpoints.ErrorPoints;
import io.loomwheel.internal.wheel.HashedWheel;
import io.loomwheel.internal.wheel.SlotOwner;
import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.internal.wheel.Wheels;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.RejectedExecutionException;

/**
 * A timer of one shard with ticks of one nanosecond, random calls of it, and an account of every
 * node. After each call, one with an Error in its midst too, whatever is armed waits in the wheel
 * once, and whatever is due was handed on once, neither early nor late.
 */
final class FaultTimer implements Outlet {
  private static final int LIMIT = 2000;
  private static final int FAR = 1 << 20;

  /** Beyond all levels that other calls use. */
  private static final long FARTHEST = 1L << 40;

  /** A call to be tried with a fault at each place. */
  enum Kind {
    ARM,
    ARM_ON_A_NEW_LEVEL,
    ARM_BETWEEN_TWO,
    ARM_BY_THE_INBOX,
    ARM_BEHIND_OTHERS_IN_THE_INBOX,
    ARM_AT_ONCE,
    CANCEL,
    PUT_OFF,
    BRING_FORWARD,
    BRING_FORWARD_BY_THE_INBOX,
    REARM,
    REARM_BY_THE_INBOX,
    REARM_ALONE,
    TURN,
    TURN_FAR,
    SWEEP,
    COUNT,
    STATS,
    STOP
  }

  private static final class Node extends WheelNode {
    private final int id;
    private int handedOn;
    private int notified;

    Node(int id) {
      this.id = id;
      primeFired(0);
      retire(); // so that it is not taken for armed before it is
    }

    @Override
    public void run() {}

    @Override
    public void onCancelled() {
      notified++;
    }

    @Override
    public String toString() {
      return "node " + id + " for " + deadlineNanos();
    }
  }

  private final int ring;
  private final boolean ofMemory;

  /** Whether a call is made while another thread holds the lock. */
  private volatile boolean isCalling;

  private final SplittableRandom random;
  private final Engine engine;
  private final List<Node> nodes = new ArrayList<>();
  private final List<Node> fired = new ArrayList<>();
  private Shard shard;
  private Wheel wheel;
  private long now;
  private boolean stopped;

  /**
   * Makes a timer.
   *
   * @param ring the size of a hashed wheel's ring; 0 for a hierarchical wheel
   * @param ofMemory whether the Errors are a lack of memory
   */
  FaultTimer(int ring, long seed, boolean ofMemory) {
    this.ring = ring;
    this.ofMemory = ofMemory;
    random = new SplittableRandom(seed);
    engine =
        new Engine(
            new Engine.EngineSettings(1, 0, 0, () -> now, this::makeWheel, LIMIT, null, 0), this);
  }

  private Wheel makeWheel(SlotOwner owner) {
    shard = (Shard) owner;
    wheel = ring == 0 ? Wheels.hierarchical(0, owner, 3) : new HashedWheel(0, ring, owner);
    return wheel;
  }

  // --- calls ---

  /** Makes random calls with no fault. */
  void calls(int count) {
    for (int i = 0; i < count && !stopped; i++) {
      Kind kind = Kind.values()[random.nextInt(Kind.values().length - 1)];
      if (kind != Kind.TURN_FAR || random.nextInt(8) == 0) {
        call(kind).run();
      }
      if (i % 16 == 0) {
        check();
      }
    }
  }

  /** {@return a call whose arguments are drawn by now} */
  Runnable call(Kind kind) {
    return switch (kind) {
      case ARM -> arming();
      case ARM_ON_A_NEW_LEVEL -> arming(FARTHEST);
      case ARM_BETWEEN_TWO -> {
        arming(2 * FAR).run();
        turning(2 * FAR).run(); // so that what comes now is in slots of one tick
        arming(10).run();
        arming(50).run();
        yield arming(30);
      }
      case ARM_BY_THE_INBOX -> locked(arming());
      case ARM_BEHIND_OTHERS_IN_THE_INBOX -> {
        for (int i = random.nextInt(40); i >= 0; i--) {
          locked(arming()).run();
        }
        yield arming();
      }
      case ARM_AT_ONCE -> armingAtOnce();
      case CANCEL -> ofArmed(this::cancelling);
      case PUT_OFF -> ofArmed(rescheduling(1, FAR));
      case BRING_FORWARD -> ofArmed(rescheduling(0, 50));
      case BRING_FORWARD_BY_THE_INBOX -> locked(ofArmed(rescheduling(0, 50)));
      case REARM -> rearming();
      case REARM_BY_THE_INBOX -> locked(rearming());
      case REARM_ALONE -> {
        turning(2 * FAR).run();
        yield rearming();
      }
      case TURN -> turning(random.nextInt(100));
      case TURN_FAR -> turning(random.nextInt(2 * FAR));
      case SWEEP -> sweeping();
      case COUNT ->
          () -> require(engine.pending() == armed().size(), engine.pending(), "are counted");
      case STATS -> engine.counters::armed;
      case STOP -> {
        stopped = true;
        yield () -> engine.stop(0);
      }
    };
  }

  private Runnable sweeping() {
    for (Node node : armed()) {
      if (random.nextInt(4) != 0) {
        engine.cancel(node);
      }
    }
    shard.cancelled = 1 << 20;
    return engine::turn;
  }

  private Runnable cancelling(Node node) {
    return () -> {
      if (engine.cancel(node)) {
        require(node.notified == 1, node, "was not notified");
      }
    };
  }

  private Runnable arming() {
    return arming(1 + random.nextLong(1L << random.nextInt(21)));
  }

  private Runnable arming(long delay) {
    Node node = new Node(nodes.size());
    nodes.add(node);
    return () -> {
      require(engine.arm(node, delay), node, "was refused");
    };
  }

  /** Arms without a delay. A node whose arming throws has fired and is not handed on. */
  private Runnable armingAtOnce() {
    Runnable arming = arming(0);
    Node node = nodes.get(nodes.size() - 1);
    return () -> {
      try {
        arming.run();
      } finally {
        if (node.handedOn == 0) {
          node.retire();
        }
      }
    };
  }

  private interface OfNode {
    Runnable call(Node node);
  }

  /** Gives another deadline, which doesn't fail for lack of memory. */
  private OfNode rescheduling(long least, long most) {
    long delay = least + random.nextLong(most);
    return node ->
        () -> {
          boolean done = false;
          try {
            done = engine.reschedule(node, delay);
          } finally {
            require(done || !ofMemory, node, "was not put off, for memory");
          }
          require(done, node, "was not put off");
        };
  }

  private Runnable ofArmed(OfNode call) {
    List<Node> armed = armed();
    return armed.isEmpty() ? () -> {} : call.call(armed.get(random.nextInt(armed.size())));
  }

  /** Arms again, which doesn't fail for lack of memory. */
  private Runnable rearming() {
    if (fired.isEmpty()) {
      return () -> {};
    }
    Node node = fired.remove(random.nextInt(fired.size()));
    long deadline = now + 1 + random.nextInt(200);
    return () -> {
      node.handedOn--;
      try {
        require(engine.rearm(node, deadline), node, "was not armed again");
      } finally {
        if (!node.isArmed()) {
          node.handedOn++;
          require(!ofMemory, node, "is not armed, for lack of memory");
        }
      }
    };
  }

  /** Makes a call while another thread holds the lock, which lets go of it after an Error. */
  private Runnable locked(Runnable call) {
    return () -> {
      shard.lock = 1;
      isCalling = true;
      Thread holder = ErrorPoints.isToCome() ? Thread.ofPlatform().start(this::letGo) : null;
      try {
        call.run();
      } finally {
        isCalling = false;
        while (holder != null && holder.isAlive()) {
          Thread.onSpinWait();
        }
        shard.lock = 0;
      }
    };
  }

  private void letGo() {
    while (isCalling && ErrorPoints.isToCome()) {
      Thread.onSpinWait();
    }
    shard.lock = 0;
  }

  private Runnable turning(long by) {
    now += by;
    return engine::turn;
  }

  // --- what must hold ---

  @Override
  public void accept(WheelNode expired) {
    Node node = (Node) expired;
    require(++node.handedOn == 1, node, "was handed on twice");
    require(node.deadlineNanos() <= now, node, "is early at " + now);
    require(node.isFired(), node, "was handed on though it has not fired");
    fired.add(node);
  }

  /** Has the first of what waits fire. */
  void turnToTheFirst() {
    now = Math.max(now, firstDeadline());
    engine.turn();
  }

  private long firstDeadline() {
    return armed().stream().mapToLong(Node::deadlineNanos).min().orElse(now);
  }

  /** Checks what holds after any call. Turns the wheels. */
  void check() {
    require(shard.lock == 0, shard.lock, "is the lock's state");
    long next = armed().isEmpty() ? Wheel.NEVER_TICK : Math.max(now, firstDeadline());
    require(
        shard.hasQueuedNodes() || shard.nextTick <= next,
        next,
        "is due, the driver comes at " + shard.nextTick);
    engine.turn();
    for (Node node : nodes) {
      require(!node.isArmed() || node.deadlineNanos() > now, node, "is late at " + now);
      require(!node.isFired() || node.handedOn == 1, node, "was lost: handed on " + node.handedOn);
    }
    long pending = engine.pending();
    require(pending == armed().size(), pending, "are pending, armed are " + armed().size());
    Set<WheelNode> held = new HashSet<>();
    wheel.forEach(node -> require(held.add(node), node, "lies in two cells"));
    require(held.size() == pending, held.size(), "lie in the wheel");
  }

  /** Lets all time pass, or has the timer stopped, and checks that nothing is left. */
  void finish() {
    if (!stopped) {
      check();
      now += 2 * FARTHEST;
      check();
      require(armed().isEmpty(), armed(), "are armed though all time has passed");
      Wheels.sweep(wheel);
      require(Wheels.cells(wheel) == 0, Wheels.cells(wheel), "cells are left");
      require(wheel.cells() == 0, wheel.cells(), "cells are counted");
      checkLimit();
    }
    engine.stop(0);
    require(armed().isEmpty(), armed(), "are armed in a stopped timer");
    for (Node node : nodes) {
      require(node.notified <= 1, node, "was notified twice");
      require(node.handedOn <= 1, node, "was handed on twice");
    }
  }

  private void checkLimit() {
    for (int i = 0; i < LIMIT; i++) {
      require(engine.arm(new Node(-1), FAR), i, "permits are left of " + LIMIT);
    }
    try {
      engine.arm(new Node(-1), FAR);
    } catch (RejectedExecutionException full) {
      return;
    }
    throw new AssertionError("more than " + LIMIT + " were let in");
  }

  private List<Node> armed() {
    return nodes.stream().filter(WheelNode::isArmed).toList();
  }

  @Override
  public void turnFailed(Throwable cause) {}

  private static void require(boolean holds, Object about, String otherwise) {
    if (!holds) {
      throw new AssertionError(about + " " + otherwise);
    }
  }
}
