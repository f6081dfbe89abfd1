package io.loomwheel.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.DeadlineScope;
import io.loomwheel.loom.Timeouts;
import io.loomwheel.reactor.WheelOperators;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** What names no timer waits on the shared one, and operations see it. */
class UnnamedTimerTest {
  private static final String SHARED = "loomwheel-shared";
  private static final Duration HOUR = Duration.ofHours(1);

  @AfterEach
  void endTheSharedTimer() {
    assertThat(WheelTimer.shutdownShared()).isEmpty(); // another test finds no thread of it
  }

  private static double pending(AssertableApplicationContext context) {
    MeterRegistry registry = new SimpleMeterRegistry();
    context.getBean("loomwheelMetrics", MeterBinder.class).bindTo(registry);
    return registry.get("loomwheel.pending").tag("timer", SHARED).gauge().value();
  }

  private static Map<String, Map<String, Object>> health(ListableBeanFactory beans) {
    return TimerCheck.all(beans, beans.getBean(LoomwheelProperties.class).health());
  }

  @Test
  void whatNamesNoTimer_isSeenByMetersAndHealth() {
    Contexts.runner()
        .run(
            context -> {
              double before = pending(context);
              CompletableFuture<?> future = Timeouts.orTimeout(new CompletableFuture<>(), HOUR);
              Disposable stream = Flux.never().transform(WheelOperators.timeout(HOUR)).subscribe();
              try (DeadlineScope scope = DeadlineScope.within(HOUR)) {
                assertThat(scope.isExpired()).isFalse();
                assertThat(pending(context)).isEqualTo(before + 3);
                assertThat(health(context)).containsOnlyKeys("wheelTimer", SHARED);
                assertThat(health(context).get(SHARED))
                    .containsEntry("pending", (long) before + 3)
                    .doesNotContainKey("problem");
              } finally {
                future.cancel(false);
                stream.dispose();
              }
            });
  }

  @Test
  void health_afterTheSharedTimerWasEnded_speaksOfTheNewOne() {
    Contexts.runner()
        .run(
            context -> {
              assertThat(health(context).get(SHARED)).doesNotContainKey("problem");
              WheelTimer.shutdownShared();
              assertThat(health(context).get(SHARED)).doesNotContainKey("problem");
            });
  }

  @Test
  void sharedTimerAsTheBean_isShownOnceUnderItsName() {
    Contexts.runner()
        .withPropertyValues("loomwheel.timer.shared=true")
        .run(
            context -> {
              assertThat(health(context)).containsOnlyKeys("wheelTimer");
              MeterRegistry registry = new SimpleMeterRegistry();
              context.getBean("loomwheelMetrics", MeterBinder.class).bindTo(registry);
              assertThat(registry.find("loomwheel.pending").gauges()).hasSize(1);
            });
  }
}
