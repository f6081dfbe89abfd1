package io.loomwheel.loom;

import io.micrometer.context.ContextSnapshotFactory;
import java.util.Objects;

/**
 * Captures what Micrometer's context-propagation knows of: its registry's thread locals. Needs that
 * library, which Loomwheel depends on optionally. Thread-safe.
 */
public final class MicrometerContextCapture implements ContextCapture {
  private final ContextSnapshotFactory factory;

  /** Captures by the global registry, and clears what was not set where the task was handed in. */
  public MicrometerContextCapture() {
    this(ContextSnapshotFactory.builder().clearMissing(true).build());
  }

  /**
   * Captures as a certain factory does.
   *
   * @param factory asked once for each task
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
