package io.loomwheel.loom;

import io.micrometer.context.ContextSnapshotFactory;
import java.util.Objects;

/**
 * Captures the thread locals in the registry of Micrometer's context-propagation library. Needs
 * that library, which is an optional dependency of Loomwheel. Thread-safe.
 */
public final class MicrometerContextCapture implements ContextCapture {
  private final ContextSnapshotFactory factory;

  /** Uses the global registry, and clears thread locals that the submitting thread has not set. */
  public MicrometerContextCapture() {
    this(ContextSnapshotFactory.builder().clearMissing(true).build());
  }

  /**
   * Uses the given factory.
   *
   * @param factory called once for each task
   */
  @SuppressWarnings("exports") // a caller has that library
  public MicrometerContextCapture(ContextSnapshotFactory factory) {
    this.factory = Objects.requireNonNull(factory, "factory");
  }

  @Override
  public Runnable wrap(Runnable task) {
    return factory.captureAll().wrap(Objects.requireNonNull(task, "task"));
  }
}
