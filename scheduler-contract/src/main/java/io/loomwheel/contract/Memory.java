package io.loomwheel.contract;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the JVM says of its memory. */
public final class Memory {
  private Memory() {}

  /** {@return the least of a few readings, because what else runs in this JVM allocates too} */
  public static long usedHeap() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }

  /** {@return how many bytes a call allocates on this thread once all is warm} */
  public static long bytesEach(Runnable call) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int count = 20_000;
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 3; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < count; i++) {
        call.run();
      }
      least = Math.min(least, (threads.getCurrentThreadAllocatedBytes() - before) / count);
    }
    return least;
  }
}
