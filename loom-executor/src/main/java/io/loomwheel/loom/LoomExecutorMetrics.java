package io.loomwheel.loom;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Objects;

/**
 * Binds the figures of an executor to a Micrometer registry, with the names that Micrometer's
 * {@code ExecutorServiceMetrics} gives those of a thread pool: {@code executor.active}, {@code
 * executor.queued} and {@code executor.completed}, each with the tag {@code name}. That class
 * doesn't know Loomwheel's executors. They have no pool, so there is no {@code executor.pool.size}.
 *
 * <p>Thread-safe. There is no cost but that of the count behind each meter, when it is read. The
 * registry holds the executor weakly. Needs {@code io.micrometer:micrometer-core}, which Loomwheel
 * itself does not bring along.
 */
@SuppressWarnings("exports") // callers depend on Micrometer themselves
public final class LoomExecutorMetrics implements MeterBinder {
  private final String name;
  private final LoomExecutorService executor;

  /**
   * Makes a binder.
   *
   * @param executor the executor to observe
   * @param name the value of the tag {@code name}
   */
  public LoomExecutorMetrics(WheelExecutorService executor, String name) {
    this.executor = Objects.requireNonNull(executor, "executor");
    this.name = Objects.requireNonNull(name, "name");
  }

  /**
   * Makes a binder.
   *
   * @param executor the executor to observe
   * @param name the value of the tag {@code name}
   */
  public LoomExecutorMetrics(VirtualThreadExecutor executor, String name) {
    this.executor = Objects.requireNonNull(executor, "executor");
    this.name = Objects.requireNonNull(name, "name");
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Objects.requireNonNull(registry, "registry");
    Gauge.builder("executor.active", executor, LoomExecutorService::activeCount)
        .description("Tasks that run now, each on a thread")
        .baseUnit(BaseUnits.THREADS)
        .tag("name", name)
        .register(registry);
    Gauge.builder("executor.queued", executor, LoomExecutorService::queuedCount)
        .description("Tasks that wait for their time or their turn")
        .baseUnit(BaseUnits.TASKS)
        .tag("name", name)
        .register(registry);
    FunctionCounter.builder("executor.completed", executor, LoomExecutorService::completedCount)
        .description("Tasks that have run to their end")
        .baseUnit(BaseUnits.TASKS)
        .tag("name", name)
        .register(registry);
  }
}
