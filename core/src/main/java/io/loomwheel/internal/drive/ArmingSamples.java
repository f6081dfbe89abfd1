package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.WheelNode;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Where and when some nodes were first armed: one in {@link #ONE_IN}, chosen at random.
 *
 * <p>Thread-safe. Holds the nodes weakly and, as it grows, forgets those that are over: it has at
 * most twice as many samples as there are sampled nodes that wait.
 */
public final class ArmingSamples {
  /** A sample stands for so many nodes. */
  public static final int ONE_IN = 1024;

  private static final int FIRST_LIMIT = 64;

  /** Guarded by this object's monitor. */
  final List<Sample> samples = new ArrayList<>();

  private int limit = FIRST_LIMIT;

  /** One node, and the stack of the thread that armed it. */
  public static final class Sample extends WeakReference<WheelNode> {
    public final Throwable where = new Throwable();

    /** When the node was first armed, as deadlines are counted. */
    public final long armedAtNanos;

    Sample(WheelNode node, long armedAtNanos) {
      super(node);
      this.armedAtNanos = armedAtNanos;
    }

    private boolean isOver() {
      WheelNode node = get();
      return node == null || node.isOver();
    }

    private boolean waits() {
      WheelNode node = get();
      return node != null && node.isArmed();
    }
  }

  /** Takes a sample of a node that is about to be armed, or not. */
  void offer(WheelNode node, TickClock time) {
    if (ThreadLocalRandom.current().nextInt(ONE_IN) == 0) {
      Sample sample = new Sample(node, time.now());
      synchronized (this) {
        if (samples.size() >= limit) {
          samples.removeIf(Sample::isOver);
          limit = Math.max(FIRST_LIMIT, 2 * samples.size());
        }
        samples.add(sample);
      }
    }
  }

  public synchronized List<Sample> waiting() {
    return samples.stream().filter(Sample::waits).toList();
  }
}
