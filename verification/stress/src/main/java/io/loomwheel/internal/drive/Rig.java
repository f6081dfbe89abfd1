package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.SlotOwner;
import io.loomwheel.internal.wheel.SlotRaces.RacedNode;
import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;

/**
 * An engine with a tick of one nanosecond and one shard, both within reach of the cases; a clock
 * that they move, and what has fired: what cases extend.
 */
@SuppressWarnings("NullAway.Init") // the constructor has the engine make the shard
abstract class Rig implements Outlet {
  final Engine engine;

  private final Queue<WheelNode> fired = new ConcurrentLinkedQueue<>();

  /** Set once, while the engine makes its shard. */
  Shard shard;

  private volatile long nanos;

  Rig() {
    this(false);
  }

  /** Makes a rig, with a driver if it is to be driven. */
  Rig(boolean driven) {
    ThreadFactory threads = driven ? this::thread : null;
    engine =
        new Engine(
            new Engine.EngineSettings(
                1, 0, 0, () -> nanos, this::wheel, 0, threads, Long.MAX_VALUE),
            this);
  }

  static Shards shards() {
    return new Shards(1, owner -> new HierarchicalWheel(0, owner), () -> {});
  }

  /** {@return the driver's thread} */
  Thread thread(Runnable driver) {
    throw new AssertionError(driver);
  }

  private Wheel wheel(SlotOwner owner) {
    shard = (Shard) owner;
    return new HierarchicalWheel(0, owner);
  }

  /** {@return a node that lies in the wheel} */
  final RacedNode arm(long delayNanos) {
    RacedNode node = new RacedNode();
    engine.arm(node, delayNanos);
    return node;
  }

  /** {@return a node that lies in the inbox, as it does when its arm found the lock taken} */
  final RacedNode post(long delayNanos) {
    shard.lock();
    try {
      return arm(delayNanos);
    } finally {
      shard.lock = 0;
    }
  }

  /** {@return a node that has fired} The count of what has fired starts after it. */
  final RacedNode fire(long delayNanos) {
    RacedNode node = arm(delayNanos);
    turnAt(nanos + delayNanos);
    fired.clear();
    return node;
  }

  final void moveTo(long nanos) {
    this.nanos = nanos;
  }

  final void turnAt(long nanos) {
    moveTo(nanos);
    engine.turn();
  }

  /** {@return how many nodes have fired once time has moved on to a moment} */
  final int firedBy(long nanos) {
    turnAt(nanos);
    return fired.size();
  }

  /** {@return how many cells of a shard's wheel hold a node, dead ones too} */
  static int linked(Shard in) {
    return (int) in.sample(Integer.MAX_VALUE)[1];
  }

  @Override
  public final void accept(WheelNode node) {
    fired.add(node);
  }

  @Override
  public final void turnFailed(Throwable cause) {
    throw new AssertionError("a turn failed", cause);
  }
}
