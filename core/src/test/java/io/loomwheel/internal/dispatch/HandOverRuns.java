package io.loomwheel.internal.dispatch;

import io.loomwheel.internal.drive.Faults;
import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.internal.wheel.Wheels;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.ToLongBiFunction;
import java.util.stream.IntStream;

/** Hands nodes on and runs them, with no memory for one object after the other. */
public final class HandOverRuns implements ToLongBiFunction<Integer, Boolean> {
  private static final class Node extends WheelNode {
    private int ran;

    @Override
    public void run() {
      ran++;
    }
  }

  /** {@return how many faults were thrown} Takes the number of nodes, and if a relay runs them. */
  @Override
  public long applyAsLong(Integer nodes, Boolean onRelay) {
    int faults = 0;
    while (tryOne(nodes, onRelay, faults + 1)) {
      faults++;
    }
    return faults;
  }

  private static boolean tryOne(int count, boolean onRelay, int at) {
    List<Node> nodes = IntStream.range(0, count).mapToObj(i -> new Node()).toList();
    ExpiredBuffer expired = Wheels.expired(nodes);
    Starts threads = new Starts();
    Executor executor = onRelay ? Relays.relay(threads) : threads;
    Dispatcher dispatcher = new Dispatcher("faults", executor, null, () -> {}, threads);
    boolean thrown = Faults.withoutMemory(at, () -> turn(dispatcher, expired, threads));
    for (int turns = 0; turns < 3; turns++) { // those after
      turn(dispatcher, expired, threads);
    }
    for (Node node : nodes) {
      if (node.ran != 1) {
        throw new AssertionError("a node ran " + node.ran + " times, no memory at place " + at);
      }
    }
    return thrown;
  }

  /** One turn of the driver, and all that comes of it. */
  private static void turn(Dispatcher dispatcher, ExpiredBuffer expired, Starts threads) {
    try {
      dispatcher.acceptAll(expired);
    } catch (OutOfMemoryError noMemory) {
      // the driver comes again
    }
    while (!threads.started.isEmpty()) {
      try {
        threads.runAll();
      } catch (OutOfMemoryError noMemory) {
        // a thread has died of it
      }
    }
  }
}
