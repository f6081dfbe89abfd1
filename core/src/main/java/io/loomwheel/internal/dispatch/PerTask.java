package io.loomwheel.internal.dispatch;

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

  static { // where there is a stack: a class of the JDK that has failed once can't be initialized
    var unused = Thread.ofVirtual().start(() -> {});
  }

  private static final int FRAMES = 40;

  /** Keeps the compiler from dropping what is not used. Racy: no value matters. */
  private static long used;

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
   * Starts a virtual thread, or throws a {@link StackOverflowError} before that has begun: one that
   * comes in the midst may leave a queue of the JDK's scheduler locked, and the calling thread
   * waits for it for ever.
   */
  public static void start(Thread virtual) {
    if (room(FRAMES, 1, 2, 3, 4, 5, 6) == used) {
      used++;
    }
    virtual.start();
  }

  /** Uses as much stack as it takes to start a thread, or more. {@return any number} */
  private static long room(int frames, long a, long b, long c, long d, long e, long f) {
    return frames == 0 ? a : room(frames - 1, b, c, d, e, f, a) + a * b + c * d + e * f;
  }
}
