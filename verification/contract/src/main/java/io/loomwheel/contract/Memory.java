package io.loomwheel.contract;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the JVM says of its memory. */
public final class Memory {
  /** {@return how many bytes something allocates on this thread once all is warm} */
  public static long allocatedBy(Runnable todo) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    todo.run(); // loads, grows and warms up
    long before = threads.getCurrentThreadAllocatedBytes();
    todo.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
