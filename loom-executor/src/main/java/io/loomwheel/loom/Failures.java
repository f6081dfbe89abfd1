package io.loomwheel.loom;

import java.util.function.BiConsumer;

/** What becomes of what a task throws. Stateless. */
final class Failures {
  /** Tells the handler of uncaught exceptions of the thread that ran the task. */
  static final BiConsumer<Runnable, Throwable> UNCAUGHT =
      (task, cause) -> {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, cause);
      };

  private Failures() {}

  /** Tells a handler, and the thread's own handler if that one fails. Throws nothing. */
  static void tell(
      BiConsumer<? super Runnable, ? super Throwable> handler, Runnable task, Throwable cause) {
    try {
      handler.accept(task, cause);
    } catch (Throwable handlerFailed) {
      tellThread(task, cause, handlerFailed);
    }
  }

  private static void tellThread(Runnable task, Throwable cause, Throwable handlerFailed) {
    try {
      if (handlerFailed != cause) { // a handler may throw what it was told
        cause.addSuppressed(handlerFailed);
      }
      UNCAUGHT.accept(task, cause);
    } catch (Throwable ignored) {
      // as the JVM ignores what a handler of uncaught exceptions throws
    }
  }
}
