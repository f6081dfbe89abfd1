package io.loomwheel.contract;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the JVM says of its memory. */
public final class Memory {
  /** The Serial collector leaves gaps, which count as used, but at every fourth collection. */
  private static final int READINGS = 4;

  private Memory() {}

  /** {@return the least of a few readings, because what else runs in this JVM allocates too} */
  public static long usedHeap() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < READINGS; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }

  /** {@return how many bytes something allocates on this thread once all is warm} */
  public static long allocatedBy(Runnable todo) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    todo.run(); // loads, grows and warms up
    long before = threads.getCurrentThreadAllocatedBytes();
    todo.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
