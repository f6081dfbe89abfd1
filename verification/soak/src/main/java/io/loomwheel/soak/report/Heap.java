package io.loomwheel.soak.report;

import io.loomwheel.liveheap.LiveHeap;
import java.util.ArrayList;
import java.util.List;

/**
 * What the heap holds after a collection, again and again, and the straight line through it. One
 * thread's.
 */
public final class Heap {
  private static final double MEGABYTE = 1 << 20;

  private final long begin = System.nanoTime();
  private final List<double[]> samples = new ArrayList<>();

  /** Collects all garbage and takes a sample. */
  public void sample() {
    System.gc(); // once more, for what is only found to be dead once a reference to it was cleared
    long bytes = LiveHeap.bytes();
    add((System.nanoTime() - begin) / 1e9, bytes / MEGABYTE);
  }

  void add(double seconds, double megabytes) {
    samples.add(new double[] {seconds, megabytes});
  }

  /** {@return the line of least squares through the samples} */
  public Line fit() {
    int n = samples.size();
    double x = samples.stream().mapToDouble(sample -> sample[0]).average().orElse(0);
    double y = samples.stream().mapToDouble(sample -> sample[1]).average().orElse(0);
    double xx = samples.stream().mapToDouble(s -> (s[0] - x) * (s[0] - x)).sum();
    double xy = samples.stream().mapToDouble(s -> (s[0] - x) * (s[1] - y)).sum();
    double slope = xx == 0 ? 0 : xy / xx;
    double span = n == 0 ? 0 : samples.getLast()[0] - samples.getFirst()[0];
    double first = n == 0 ? 0 : samples.getFirst()[1];
    double last = n == 0 ? 0 : samples.getLast()[1];
    return new Line(n, first, last, slope * 60, slope * span);
  }

  /**
   * The line.
   *
   * @param firstMegabytes the first sample
   * @param lastMegabytes the last sample
   * @param megabytesPerMinute its slope
   * @param growthMegabytes by how much it rises over the run
   */
  public record Line(
      int samples,
      double firstMegabytes,
      double lastMegabytes,
      double megabytesPerMinute,
      double growthMegabytes) {
    /** Less than a leak of half a kilobyte for each of the 10,000 timers of one fault. */
    private static final double MOST_GROWTH = 4;

    /** {@return whether the heap is as good as flat} */
    public boolean isFlat() {
      return growthMegabytes < MOST_GROWTH;
    }
  }
}
