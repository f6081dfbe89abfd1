package io.loomwheel.soak;

import io.loomwheel.liveheap.LiveHeap;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * What the heap holds after a collection, again and again, and the straight line through it. One
 * thread's.
 */
final class Heap {
  private static final double MEGABYTE = 1 << 20;

  /** Less than a leak of half a kilobyte for each of the 10,000 timers of one fault. */
  private static final double MOST_GROWTH = 4;

  private final long begin = System.nanoTime();
  private final SimpleRegression line = new SimpleRegression();
  private final List<Double> megabytes = new ArrayList<>();
  private double seconds;

  /** Collects all garbage and takes a sample. */
  void sample() {
    System.gc(); // once more, for what is only found to be dead once a reference to it was cleared
    megabytes.add(LiveHeap.bytes() / MEGABYTE);
    seconds = (System.nanoTime() - begin) / 1e9;
    line.addData(seconds, megabytes.getLast());
  }

  /** {@return by how much the line rises over the run, in megabytes} */
  private double growth() {
    return megabytes.size() < 2 ? 0 : line.getSlope() * seconds;
  }

  /** {@return whether the heap is as good as flat} */
  boolean isFlat() {
    return growth() < MOST_GROWTH;
  }

  @Override
  public String toString() {
    return String.format(
        "%.1f MB, then %.1f MB; %d samples rise by %.2f MB",
        megabytes.getFirst(), megabytes.getLast(), megabytes.size(), growth());
  }
}
