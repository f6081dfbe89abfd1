package io.loomwheel.metrics;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.loomwheel.WheelStats;
import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class WheelMetricsTest {
  @Test
  void bindTo_publishesTheTimersFigures() {
    ManualClock clock = new ManualClock();
    WheelTimer timer =
        WheelTimer.builder().clock(clock).tickDuration(Duration.ofNanos(1024)).build();
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    new WheelMetrics(timer, "test").bindTo(registry);
    timer.newTimeout(timeout -> {}, 24, NANOSECONDS);
    timer.newTimeout(timeout -> {}, 5, SECONDS);
    timer.newTimeout(timeout -> {}, 5, SECONDS).cancel();
    clock.advance(Duration.ofSeconds(1));
    assertThat(registry.get("loomwheel.pending").tag("timer", "test").gauge().value()).isEqualTo(1);
    assertThat(registry.get("loomwheel.armed").functionCounter().count()).isEqualTo(3);
    assertThat(registry.get("loomwheel.fired").functionCounter().count()).isEqualTo(1);
    assertThat(registry.get("loomwheel.cancelled").functionCounter().count()).isEqualTo(1);
    assertThat(registry.get("loomwheel.armed").meter().getId().getBaseUnit()).isEqualTo("timeouts");
    WheelStats stats = timer.stats();
    assertThat(stats.latenessMax()).isEqualTo(Duration.ofNanos(1000));
    assertThat(nanos(registry, "max")).isEqualTo(1000);
    assertThat(nanos(registry, "p99")).isEqualTo((double) stats.latenessP99().toNanos());
    assertThat(nanos(registry, "p50")).isEqualTo((double) stats.latenessP50().toNanos());
  }

  /** An endpoint that isn't told a tag adds up what a name stands for. */
  @Test
  void bindTo_givesEachFigureANameOfItsOwn() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (WheelTimer timer = WheelTimer.create()) {
      new WheelMetrics(timer, "test").bindTo(registry);
    }
    assertThat(
            registry.getMeters().stream()
                .filter(meter -> meter.getId().getTag("le") == null)
                .map(meter -> meter.getId().getName()))
        .hasSize(13)
        .doesNotHaveDuplicates();
  }

  @Test
  void bindTo_theLimitAndTheExecutorRefuse_eachHasItsCounter() {
    ManualClock clock = new ManualClock();
    Executor full =
        task -> {
          throw new RejectedExecutionException("full");
        };
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    WheelTimer timer =
        WheelTimer.builder().clock(clock).maxPendingTimeouts(1).taskExecutor(full).build();
    new WheelMetrics(timer, "test").bindTo(registry);
    timer.schedule(() -> {}, Duration.ofSeconds(1));
    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(RejectedExecutionException.class)
          .isThrownBy(() -> timer.schedule(() -> {}, Duration.ofSeconds(1)));
    }
    clock.advance(Duration.ofSeconds(1));
    assertThat(registry.get("loomwheel.refused").functionCounter().count()).isEqualTo(2);
    assertThat(registry.get("loomwheel.rejected").functionCounter().count()).isEqualTo(1);
  }

  @Test
  void bindTo_aTimerThatIsForgotten_isNotHeldByTheRegistry() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    WeakReference<WheelTimer> timer = boundAndForgotten(registry);
    assertThat(Waiting.isCollected(timer)).isTrue();
    assertThat(registry.getMeters()).isNotEmpty();
  }

  private static WeakReference<WheelTimer> boundAndForgotten(MeterRegistry registry) {
    WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).leakDetection(false).build();
    new WheelMetrics(timer, "test").bindTo(registry);
    return new WeakReference<>(timer);
  }

  @Test
  void bindTo_publishesTheHistogramsByTheirBoundsInSeconds() {
    ManualClock clock = new ManualClock();
    Deque<Runnable> held = new ArrayDeque<>();
    WheelTimer timer =
        WheelTimer.builder()
            .clock(clock)
            .tickDuration(Duration.ofSeconds(1))
            .taskExecutor(held::add)
            .build();
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    new WheelMetrics(timer, "test").bindTo(registry);
    for (int i = 0; i < 17; i++) {
      timer.newTimeout(timeout -> {}, 1, NANOSECONDS);
    }
    clock.advance(Duration.ofMinutes(3)); // late by a tick of 1.07 s at the most
    held.forEach(Runnable::run);
    assertThat(within(registry, "lateness", "0.001")).isZero();
    assertThat(within(registry, "lateness", "2.0")).isEqualTo(17);
    assertThat(within(registry, "lateness", "+Inf")).isEqualTo(17);
    assertThat(within(registry, "start", "+Inf")).isEqualTo(2);
    assertThat(registry.find("loomwheel.lateness.within").meters())
        .hasSameSizeAs(timer.stats().handedOnWithin().keySet());
    assertThat(registry.find("loomwheel.start.within").meters())
        .hasSameSizeAs(timer.stats().begunWithin().keySet());
  }

  private static double within(SimpleMeterRegistry registry, String what, String bound) {
    return registry.get("loomwheel." + what + ".within").tag("le", bound).functionCounter().count();
  }

  @Test
  void pending_ofAThousandInOneOfManyShards_isExact() throws Exception {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).shards(64).build();
    new WheelMetrics(timer, "test").bindTo(registry);
    for (int i = 0; i < 300; i++) { // so that all shards are in use
      Thread.ofPlatform().start(() -> timer.schedule(() -> {}, Duration.ofDays(1))).join();
    }
    for (int i = 0; i < 1_001; i++) {
      timer.schedule(() -> {}, Duration.ofDays(1));
    }
    assertThat(registry.get("loomwheel.pending").gauge().value()).isEqualTo(1_301);
  }

  private static double nanos(SimpleMeterRegistry registry, String what) {
    return registry.get("loomwheel.lateness." + what).timeGauge().value(NANOSECONDS);
  }
}
