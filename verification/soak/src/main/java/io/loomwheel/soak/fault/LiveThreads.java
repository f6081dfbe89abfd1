package io.loomwheel.soak.fault;

import java.util.Arrays;
import java.util.List;

/** The live platform threads of this JVM. Stateless. */
final class LiveThreads {
  private static final int MOST = 2048;

  private LiveThreads() {}

  /** {@return those whose name begins so, of all thread groups: drivers are in the topmost} */
  static List<Thread> named(String start) {
    ThreadGroup top = Thread.currentThread().getThreadGroup();
    while (top.getParent() != null) {
      top = top.getParent();
    }
    Thread[] threads = new Thread[MOST];
    int count = top.enumerate(threads);
    return Arrays.stream(threads, 0, count)
        .filter(thread -> thread.getName().startsWith(start))
        .toList();
  }
}
