package io.loomwheel.schedulers.internal;

import org.jspecify.annotations.Nullable;

/** A Worker of a {@link Target}, on which the drains of one of ours run. Thread-safe. */
public interface TargetWorker {
  /**
   * Hands over a drain of the Worker that this was made for. {@return false if it was refused, as a
   * rejection says too; or it is done already}
   */
  boolean hand(WorkerDrain drain);

  /** {@return where drains wait that are due, if Workers share a thread; null if not} */
  default @Nullable DueQueue dueQueue() {
    return null;
  }

  /** {@return whether it was disposed of, its scheduler aside} */
  default boolean isDisposed() {
    return false;
  }

  /** Disposes of it, as nothing runs on it. Idempotent; any thread. */
  void giveBack();
}
