package io.loomwheel.liveheap;

import java.lang.management.ManagementFactory;
import java.util.concurrent.ForkJoinTask;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * What is reachable on the heap, class by class, as the JVM itself counts it after a collection.
 * Stateless.
 *
 * <p>The memory in use says less. It has the gaps that a collector leaves, and what was handed to
 * threads to allocate from since, some megabytes of each.
 *
 * <p>Not counted: the queues of the scheduler of virtual threads. They double with the longest
 * backlog that they ever had and never shrink, which is the JDK's affair and would look like a leak
 * until each of its threads has met its worst moment.
 */
public final class LiveHeap {
  private static final Pattern LINE =
      Pattern.compile("^\\s*\\d+:\\s+\\d+\\s+(\\d+)\\s+(\\S+)", Pattern.MULTILINE);
  private static final String QUEUES = ForkJoinTask[].class.getName();

  /** What a collector puts into the gaps between objects. */
  private static final String FILLER = "FillerElement";

  /** {@return the bytes of all reachable objects but those} Collects all garbage. */
  public static long bytes() {
    long sum = 0;
    Matcher line = LINE.matcher(histogram());
    while (line.find()) {
      String name = line.group(2);
      if (!name.equals(QUEUES) && !name.contains(FILLER)) {
        sum += Long.parseLong(line.group(1));
      }
    }
    return sum;
  }

  private static String histogram() {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      Object text =
          server.invoke(
              new ObjectName("com.sun.management:type=DiagnosticCommand"),
              "gcClassHistogram",
              new Object[] {null},
              new String[] {String[].class.getName()});
      return text.toString();
    } catch (JMException e) {
      throw new IllegalStateException("this JVM doesn't count what is on its heap", e);
    }
  }
}
