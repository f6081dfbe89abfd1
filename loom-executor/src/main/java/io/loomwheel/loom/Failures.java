package io.loomwheel.loom;

import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.loom.internal.TaskOwner;
import java.util.function.BiConsumer;

/** Reports exceptions from tasks to their handler. Stateless. */
final class Failures {
  /** Calls the handler of uncaught exceptions of the thread that ran the task. */
  static final BiConsumer<Runnable, Throwable> UNCAUGHT =
      (task, cause) -> TaskOwner.tellThread(cause);

  private Failures() {}

  /** Calls a handler, or the thread's own handler if that one throws. Throws nothing. */
  static void tell(
      BiConsumer<? super Runnable, ? super Throwable> handler, Runnable task, Throwable cause) {
    try {
      handler.accept(task, cause);
    } catch (Throwable handlerFailed) {
      TaskOwner.tellThread(Callbacks.add(cause, handlerFailed));
    }
  }
}
