package io.loomwheel.internal.dispatch;

import io.loomwheel.internal.drive.Callbacks;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Starts a new virtual thread for each task. Thread-safe; about a microsecond a task.
 *
 * <p>A thread takes neither inheritable thread locals nor the context class loader from the thread
 * that starts it. That is the driver, a worker of the relay, or a thread that arms without a delay,
 * and what a task sees must not depend on which. The context class loader is the one given here.
 */
public final class PerTask implements Executor {
  /** For the whole JVM; its threads see the class loader that loaded Loomwheel. */
  public static final Executor SHARED =
      new PerTask("loomwheel-task", PerTask.class.getClassLoader());

  static { // where there is a stack: a JDK class whose initialization failed once fails for ever
    try {
      var unused = Thread.ofVirtual().start(() -> {});
    } catch (Throwable noThread) {
      // a later one fails, or not
    }
  }

  private final String threadName;
  private final ThreadFactory threads;
  private final @Nullable ClassLoader loader;

  PerTask(String threadName, @Nullable ClassLoader loader) {
    this.threadName = threadName + "-";
    this.threads = Thread.ofVirtual().inheritInheritableThreadLocals(false).factory();
    this.loader = loader;
  }

  @Override
  public void execute(Runnable task) {
    try {
      Thread thread = threads.newThread(task);
      thread.setName(threadName.concat(Long.toString(thread.threadId()))); // + takes 2 ms to link
      thread.setContextClassLoader(loader);
      start(thread);
    } catch (OutOfMemoryError e) {
      throw new RejectedExecutionException("no virtual thread could be started", e);
    }
  }

  /**
   * Starts a virtual thread, or throws a {@link StackOverflowError} first: one that comes during
   * the start may leave a queue of the JDK locked, for which the calling thread waits for ever.
   */
  public static void start(Thread virtual) {
    Callbacks.requireStack(40);
    virtual.start();
  }
}
