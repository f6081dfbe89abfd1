package io.loomwheel.internal.dispatch;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Makes all platform threads of Loomwheel: daemons that inherit nothing from the thread that starts
 * them, no thread locals, context class loader, thread group, priority or access-control context.
 * Any of these may belong to an application that ends long before the thread does. Thread-safe.
 */
public final class Daemons {
  /** From 24 on no JVM has an access-control context. */
  private static final int WITHOUT_ACCESS_CONTROL = 24;

  private static final long PAUSE_NANOS = 1_000_000_000L;

  /** When a thread may be started again. Set by a thread that could not start one. */
  static volatile long nextStart = System.nanoTime();

  private Daemons() {}

  /**
   * Takes a step that starts a thread; throws within a second after one that found no memory. Such
   * a step takes the calling thread, which may be a driver, some milliseconds each time.
   */
  public static void start(Runnable starts) {
    if (!mayStart()) {
      throw new RejectedExecutionException("no thread could be started within the last second");
    }
    try {
      starts.run();
    } catch (OutOfMemoryError noThread) {
      nextStart = System.nanoTime() + PAUSE_NANOS;
      throw noThread;
    }
  }

  /** {@return whether a thread may be started: a second has passed since there was no memory} */
  public static boolean mayStart() {
    return System.nanoTime() - nextStart >= 0;
  }

  /** {@return a daemon that was not started, with this context class loader} */
  @SuppressWarnings("removal")
  public static Thread unstarted(String name, @Nullable ClassLoader loader, Runnable body) {
    // A thread inherits the context of all callers on the stack, up to the privileged one.
    return Runtime.version().feature() < WITHOUT_ACCESS_CONTROL
        ? AccessController.doPrivileged((PrivilegedAction<Thread>) () -> make(name, loader, body))
        : make(name, loader, body);
  }

  private static Thread make(String name, @Nullable ClassLoader loader, Runnable body) {
    Thread thread =
        Thread.ofPlatform()
            .name(name)
            .daemon()
            .group(topGroup())
            .priority(Thread.NORM_PRIORITY)
            .inheritInheritableThreadLocals(false)
            .unstarted(body);
    thread.setContextClassLoader(loader);
    return thread;
  }

  private static ThreadGroup topGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }
}
