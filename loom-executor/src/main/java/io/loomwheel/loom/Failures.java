package io.loomwheel.loom;

import java.util.function.BiConsumer;

/** Reports exceptions from tasks to their handler. Stateless. */
final class Failures {
  /** Calls the handler of uncaught exceptions of the thread that ran the task. */
  static final BiConsumer<Runnable, Throwable> UNCAUGHT =
      (task, cause) -> {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, cause);
      };

  private Failures() {}

  /** Calls a handler, or the thread's own handler if that one throws. Throws nothing. */
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
      if (handlerFailed != cause) { // a handler may rethrow the cause
        cause.addSuppressed(handlerFailed);
      }
      UNCAUGHT.accept(task, cause);
    } catch (Throwable ignored) {
      // as the JVM ignores what a handler of uncaught exceptions throws
    }
  }
}
