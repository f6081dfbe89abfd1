package io.loomwheel.schedulers.internal;

/** A Worker of a {@link Target}, on which the drains of one of ours run. Thread-safe. */
public interface TargetWorker {
  /**
   * Hands over a drain of the Worker that this was made for. {@return false if it was refused, as a
   * rejection says too; or it is done already}
   */
  boolean hand(WorkerDrain drain);

  /** {@return whether it was disposed of, its scheduler aside} */
  default boolean isDisposed() {
    return false;
  }

  /** Disposes of it, as nothing runs on it, unless others use it. Idempotent; any thread. */
  default void giveBack() {}
}
