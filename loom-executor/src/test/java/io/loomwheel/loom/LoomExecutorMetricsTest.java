package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.hangwatch.Waiting;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ExecutorServiceMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.WeakReference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoomExecutorMetricsTest {
  private final MeterRegistry registry = new SimpleMeterRegistry();

  private double gauge(String name) {
    return registry.get(name).tag("name", "test").gauge().value();
  }

  private double completed() {
    return registry.get("executor.completed").tag("name", "test").functionCounter().count();
  }

  @Test
  void bindTo_aLimitedExecutor_publishesWhatRunsWaitsAndIsDone() throws Exception {
    try (VirtualThreadExecutor executor =
        VirtualThreadExecutor.builder().maxRunning(1, 10).build()) {
      new LoomExecutorMetrics(executor, "test").bindTo(registry);
      CountDownLatch mayEnd = new CountDownLatch(1);
      runs(executor, mayEnd);
      executor.execute(() -> {});
      executor.execute(() -> {});
      assertThat(gauge("executor.active")).isEqualTo(1);
      assertThat(gauge("executor.queued")).isEqualTo(2);
      assertThat(completed()).isZero();
      mayEnd.countDown();
    }
    assertThat(completed()).isEqualTo(3);
  }

  @Test
  void bindTo_aWheelExecutor_publishesWhatRunsWaitsAndIsDone() throws Exception {
    try (WheelExecutorService executor = WheelExecutorService.create()) {
      new LoomExecutorMetrics(executor, "test").bindTo(registry);
      Future<?> later = executor.schedule(() -> {}, 1, TimeUnit.HOURS);
      assertThat(gauge("executor.queued")).isEqualTo(1);
      later.cancel(false);
      assertThat(gauge("executor.queued")).isZero();
      CountDownLatch mayEnd = new CountDownLatch(1);
      runs(executor, mayEnd);
      assertThat(gauge("executor.active")).isEqualTo(1);
      mayEnd.countDown();
    }
    assertThat(gauge("executor.active")).isZero();
    assertThat(completed()).isEqualTo(1);
  }

  private static void runs(ExecutorService executor, CountDownLatch mayEnd) throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    executor.execute(
        () -> {
          began.countDown();
          Waiting.forLatch(mayEnd);
        });
    assertThat(began.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void registry_theExecutorIsForgotten_letsGoOfIt() {
    WeakReference<?> executor = boundAndForgotten();
    assertThat(Waiting.isCollected(executor)).isTrue();
    assertThat(gauge("executor.active")).isNaN();
  }

  private WeakReference<?> boundAndForgotten() {
    WheelExecutorService executor = WheelExecutorService.create();
    new LoomExecutorMetrics(executor, "test").bindTo(registry);
    return new WeakReference<>(executor);
  }

  /** A dashboard for thread pools shows these executors too. */
  @Test
  void meters_haveTheNamesAndUnitsOfAThreadPools() {
    SimpleMeterRegistry ofPool = new SimpleMeterRegistry();
    try (ThreadPoolExecutor pool =
            new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        VirtualThreadExecutor executor = VirtualThreadExecutor.create()) {
      new ExecutorServiceMetrics(pool, "test", java.util.List.of()).bindTo(ofPool);
      new LoomExecutorMetrics(executor, "test").bindTo(registry);
    }
    assertThat(registry.getMeters())
        .hasSize(3)
        .allSatisfy(
            ours ->
                assertThat(ofPool.getMeters())
                    .anySatisfy(
                        theirs -> {
                          assertThat(theirs.getId()).isEqualTo(ours.getId());
                          assertThat(theirs.getId().getType()).isEqualTo(ours.getId().getType());
                          assertThat(theirs.getId().getBaseUnit())
                              .isEqualTo(ours.getId().getBaseUnit());
                        }));
  }
}
