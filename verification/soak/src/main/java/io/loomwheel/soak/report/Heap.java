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

  /** {@return the line of least squares through the samples, of which there is one at least} */
  public Line fit() {
    double[] first = samples.getFirst();
    double[] last = samples.getLast();
    double x = samples.stream().mapToDouble(sample -> sample[0]).average().orElseThrow();
    double xx = samples.stream().mapToDouble(s -> (s[0] - x) * (s[0] - x)).sum();
    double xy = samples.stream().mapToDouble(s -> (s[0] - x) * s[1]).sum();
    double growth = xx == 0 ? 0 : xy / xx * (last[0] - first[0]);
    return new Line(samples.size(), first[1], last[1], growth);
  }

  /**
   * The line.
   *
   * @param growthMegabytes by how much it rises over the run
   */
  public record Line(
      int samples, double firstMegabytes, double lastMegabytes, double growthMegabytes) {
    /** Less than a leak of half a kilobyte for each of the 10,000 timers of one fault. */
    private static final double MOST_GROWTH = 4;

    /** {@return whether the heap is as good as flat} */
    public boolean isFlat() {
      return growthMegabytes < MOST_GROWTH;
    }
  }
}
