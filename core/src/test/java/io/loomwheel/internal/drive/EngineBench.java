package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.SlotOwner;
import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** An engine with ticks of one nanosecond, and what a test wants to see of it. */
final class EngineBench {
  final AtomicLong clock = new AtomicLong(1_000_000);
  final RecordedOutlet outlet = new RecordedOutlet();
  boolean clockFails;
  boolean noMemory;
  final List<Wheel> wheels = new ArrayList<>();
  final Engine engine;

  private EngineBench(int shards, int slack, long maxPending, @Nullable ThreadFactory threads) {
    engine =
        new Engine(
            new Engine.EngineSettings(
                shards, 0, slack, this::read, this::wheel, maxPending, threads, Long.MAX_VALUE),
            outlet);
  }

  static EngineBench of(int shards) {
    return new EngineBench(shards, 0, 0, null);
  }

  static EngineBench limited(int shards, long maxPending) {
    return new EngineBench(shards, 0, maxPending, null);
  }

  static EngineBench driven(long maxPending, ThreadFactory threads) {
    return new EngineBench(1, 0, maxPending, threads);
  }

  /** {@return one with a driver} */
  static EngineBench slack(int slack, ThreadFactory threads) {
    return new EngineBench(1, slack, 0, threads);
  }

  private long read() {
    if (clockFails) {
      throw new IllegalStateException("on purpose");
    }
    return clock.get();
  }

  private Wheel wheel(SlotOwner owner) {
    if (noMemory) {
      throw new OutOfMemoryError("on purpose");
    }
    Wheel wheel = new HierarchicalWheel(0, owner);
    wheels.add(wheel);
    return wheel;
  }

  RecordedNode armed(String name, long delayNanos) {
    RecordedNode node = new RecordedNode(name);
    if (!engine.arm(node, delayNanos)) {
      throw new IllegalStateException("refused: " + node);
    }
    return node;
  }

  /** As a clock moves, turns the wheels; returns what was handed on since the last. */
  List<WheelNode> after(long nanos) {
    clock.addAndGet(nanos);
    engine.turn();
    List<WheelNode> nodes = List.copyOf(outlet.nodes);
    outlet.nodes.clear();
    return nodes;
  }

  /** {@return the nodes that this stop has cancelled} */
  static List<WheelNode> stop(Engine engine, long waitNanos) {
    engine.stop(waitNanos);
    List<WheelNode> left = new ArrayList<>();
    engine.stopped.takeNotified(left::add);
    return left;
  }

  /** Takes out all that lies in the wheels, dead or not. */
  List<WheelNode> cellsLeft() {
    List<WheelNode> left = new ArrayList<>();
    wheels.forEach(
        wheel -> {
          wheel.forEach(left::add);
          wheel.clear();
        });
    return left;
  }

  int cells() {
    return wheels.stream().mapToInt(Wheel::cells).sum();
  }

  static Shard shardOf(WheelNode node) {
    return (Shard) node.owner();
  }
}
