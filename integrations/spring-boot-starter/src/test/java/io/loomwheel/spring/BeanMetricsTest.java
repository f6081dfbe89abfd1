package io.loomwheel.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.VirtualThreadExecutor;
import io.loomwheel.loom.WheelExecutorService;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.context.support.GenericApplicationContext;

/** Which beans the meters and the health of an application show. */
class BeanMetricsTest {
  private final LoomwheelAutoConfiguration.MetricsConfiguration metrics =
      new LoomwheelAutoConfiguration.MetricsConfiguration();

  @Test
  void bindTo_timersAndExecutors_eachUnderTheNameOfItsBean() throws Exception {
    try (WheelTimer timer = WheelTimer.create();
        WheelExecutorService wheel = WheelExecutorService.builder().timer(timer).build();
        VirtualThreadExecutor virtual = VirtualThreadExecutor.create()) {
      WheelTaskScheduler scheduled = new WheelTaskScheduler(timer, false, Duration.ZERO, List.of());
      SimpleMeterRegistry registry = new SimpleMeterRegistry();
      metrics
          .loomwheelMetrics(
              new StaticListableBeanFactory(
                  Map.of("t", timer, "w", wheel, "v", virtual, "s", scheduled)))
          .bindTo(registry);
      Set<String> names =
          registry.getMeters().stream()
              .map(Meter::getId)
              .flatMap(id -> id.getTags().stream())
              .map(Tag::getValue)
              .collect(Collectors.toSet());
      assertThat(names).contains("t", "w", "v", "s", "loomwheel-shared");
      scheduled.destroy();
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        WheelTimer.class,
        WheelExecutorService.class,
        VirtualThreadExecutor.class,
        WheelTaskScheduler.class
      })
  <T> void bindTo_aBeanThatIsMadeForEachWhoAsks_makesNone(Class<T> type) {
    GenericApplicationContext beans = new GenericApplicationContext();
    Supplier<T> make =
        () -> {
          throw new AssertionError("made");
        };
    beans.registerBean(type, make, it -> it.setScope(BeanDefinition.SCOPE_PROTOTYPE));
    beans.refresh();
    metrics.loomwheelMetrics(beans).bindTo(new SimpleMeterRegistry());
  }

  @Test
  void areWell_unlessATimerHasAProblem() {
    assertThat(TimerCheck.areWell(Map.of("a", Map.of("pending", 1L)))).isTrue();
    assertThat(TimerCheck.areWell(Map.of("a", Map.of(), "b", Map.of("problem", "late")))).isFalse();
  }
}
