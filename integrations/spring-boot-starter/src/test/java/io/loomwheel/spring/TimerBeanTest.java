package io.loomwheel.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimerAccess;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The bean of type {@code WheelTimer}, and the schedulers on it. */
@ExtendWith(OutputCaptureExtension.class)
class TimerBeanTest {
  private final AtomicReference<WheelTimer> seen = new AtomicReference<>();

  @Test
  void timer_byDefault_isItsContextsOwnAndStopsWithIt(CapturedOutput output) {
    Contexts.runner()
        .run(
            context -> {
              WheelTimer timer = context.getBean(WheelTimer.class);
              timer.schedule(() -> {}, Duration.ofHours(1));
              assertThat(timer).isNotSameAs(WheelTimer.shared());
              seen.set(timer);
            });
    assertThat(seen.get().isStopped()).isTrue();
    assertThat(output).doesNotContain("WARN");
  }

  @Test
  void timer_ofTheProperties_hasWhatTheySay() {
    Contexts.runner()
        .withPropertyValues(
            "loomwheel.timer.name=gateway",
            "loomwheel.timer.tick-duration=10ms",
            "loomwheel.timer.ticks-per-wheel=512",
            "loomwheel.timer.shards=8",
            "loomwheel.timer.max-pending-timeouts=2",
            "loomwheel.timer.leak-detection=false",
            "loomwheel.timer.stop-wait=0s")
        .run(
            context -> {
              WheelTimer timer = context.getBean(WheelTimer.class);
              assertThat(timer).hasToString("WheelTimer[gateway]");
              assertThat(timer.tickDuration()).isEqualTo(Duration.ofNanos(1 << 23));
              timer.schedule(() -> {}, Duration.ofHours(1));
              timer.schedule(() -> {}, Duration.ofHours(1));
              assertThatThrownBy(() -> timer.schedule(() -> {}, Duration.ofHours(1)))
                  .isInstanceOf(RejectedExecutionException.class)
                  .hasMessageContaining("maxPendingTimeouts is 2");
            });
  }

  @Test
  void timer_thatSamplesStacks_saysWhoArmed() {
    Contexts.runner()
        .withPropertyValues("loomwheel.timer.sample-stacks=true")
        .run(
            context -> {
              WheelTimer timer = context.getBean(WheelTimer.class);
              for (int i = 0; i < 20_000; i++) {
                timer.schedule(() -> {}, Duration.ofHours(1));
              }
              assertThat(new WheelEndpoint(context).timers().get("wheelTimer"))
                  .containsEntry("pending", 20_000L)
                  .hasEntrySatisfying("byTimeLeft", TimerBeanTest::assertWithinTheHour)
                  .hasEntrySatisfying(
                      "armedAt", stacks -> assertThat(stacks.toString()).contains("TimerBeanTest"));
            });
  }

  private static void assertWithinTheHour(Object byTimeLeft) {
    assertThat(byTimeLeft)
        .asInstanceOf(InstanceOfAssertFactories.map(String.class, Long.class))
        .isEqualTo(Map.of("PT1H", 20_000L));
  }

  @Test
  void timer_withTheEndpointExposed_isInIt() {
    Contexts.runner()
        .withPropertyValues("management.endpoints.web.exposure.include=wheel")
        .run(
            context ->
                assertThat(context.getBean(WheelEndpoint.class).timers())
                    .containsKey("wheelTimer"));
  }

  @Test
  void timer_withSlack_firesTogetherWhatWaitsLong() {
    Contexts.runner()
        .withPropertyValues("loomwheel.timer.slack=1")
        .run(
            context -> {
              WheelTimer timer = context.getBean(WheelTimer.class);
              long hour = Duration.ofHours(1).toNanos();
              long deadline = TimerAccess.engineOf(timer).deadlineAfter(hour);
              assertThat(deadline % Long.highestOneBit(hour / 2)).isZero();
            });
  }

  @Test
  void timer_shared_isLeftRunningWithoutAWarning(CapturedOutput output) {
    Contexts.runner()
        .withPropertyValues("loomwheel.timer.shared=true")
        .run(
            context -> assertThat(context.getBean(WheelTimer.class)).isSameAs(WheelTimer.shared()));
    assertThat(WheelTimer.shared().isStopped()).isFalse();
    assertThat(output).doesNotContain("WARN");
  }

  @Test
  void beans_ofTheApplication_replaceThoseOfTheStarter() {
    Contexts.runner()
        .withUserConfiguration(Own.class)
        .withPropertyValues("loomwheel.scheduling.enabled=true")
        .run(
            context -> {
              assertThat(context.getBean(WheelTimer.class)).hasToString("WheelTimer[mine]");
              assertThat(context).hasSingleBean(io.loomwheel.reactor.WheelScheduler.class);
              assertThat(context.getBean(io.loomwheel.reactor.WheelScheduler.class))
                  .hasToString("WheelScheduler(mine)");
              assertThat(context).doesNotHaveBean(DefaultDelays.ContextTimer.class);
              assertThat(context).hasSingleBean(io.loomwheel.rxjava.WheelScheduler.class);
            });
  }

  @Test
  void schedulers_whenTheContextCloses_areDisposedOfAlsoThoseOfTheApplication() {
    AtomicReference<io.loomwheel.reactor.WheelScheduler> reactor = new AtomicReference<>();
    AtomicReference<io.loomwheel.rxjava.WheelScheduler> rxJava = new AtomicReference<>();
    Contexts.runner()
        .run(context -> reactor.set(context.getBean(io.loomwheel.reactor.WheelScheduler.class)));
    assertThat(reactor.get().isDisposed()).isTrue();
    Contexts.runner()
        .withUserConfiguration(Own.class)
        .run(
            context -> {
              reactor.set(context.getBean(io.loomwheel.reactor.WheelScheduler.class));
              rxJava.set(context.getBean(io.loomwheel.rxjava.WheelScheduler.class));
            });
    assertThat(reactor.get().isDisposed()).isTrue();
    assertThat(rxJava.get().createWorker().schedule(() -> {}).isDisposed()).isTrue();
  }

  @Test
  void scheduler_whoseBeanSaysSo_isNotDisposedOf() {
    AtomicReference<io.loomwheel.reactor.WheelScheduler> kept = new AtomicReference<>();
    Contexts.runner()
        .withUserConfiguration(Kept.class)
        .run(context -> kept.set(context.getBean(io.loomwheel.reactor.WheelScheduler.class)));
    assertThat(kept.get().isDisposed()).isFalse();
    kept.get().dispose();
  }

  /** As code does that injects into objects of its own, and ends them by hand. */
  @Test
  void scheduler_thatIsNoBean_isDisposedOfWithTheOthers() {
    Contexts.runner()
        .run(
            context -> {
              var scheduler = io.loomwheel.reactor.WheelScheduler.on(WheelTimer.shared());
              context.getAutowireCapableBeanFactory().destroyBean(scheduler);
              assertThat(scheduler.isDisposed()).isTrue();
            });
  }

  @Test
  void schedulers_withTwoTimersAndNoPrimary_areNotMade() {
    Contexts.runner()
        .withUserConfiguration(Two.class)
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean("wheelScheduler")
                    .doesNotHaveBean("rxJavaWheelScheduler"));
  }

  @ParameterizedTest
  @CsvSource({"on, true", "YES, true", "1, true", "off, false", "0, false"})
  void switch_takesEachWordThatBootTakes(String word, boolean on) {
    Contexts.runner()
        .withPropertyValues("loomwheel.enabled=" + word, "loomwheel.scheduling.enabled=" + word)
        .run(
            context -> {
              assertThat(context.containsBean("wheelTimer")).isEqualTo(on);
              assertThat(context.getBeansOfType(WheelTaskScheduler.class)).hasSize(on ? 1 : 0);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"false", "off"})
  void starter_switchedOff_makesNoBean(String word) {
    Contexts.runner()
        .withPropertyValues("loomwheel.enabled=" + word, "loomwheel.reactor.default-delays=true")
        .run(
            context ->
                assertThat(context.getBeanDefinitionNames())
                    .noneMatch(name -> name.toLowerCase(java.util.Locale.ROOT).contains("wheel")));
  }

  /** An application's own beans. */
  @Configuration(proxyBeanMethods = false)
  static class Own {
    @Bean
    WheelTimer mine() {
      return WheelTimer.builder().name("mine").build();
    }

    @Bean
    io.loomwheel.reactor.WheelScheduler scheduler(WheelTimer mine) {
      return io.loomwheel.reactor.WheelScheduler.builder().timer(mine).name("mine").build();
    }
  }

  /** Timers of which none is the first. */
  @Configuration(proxyBeanMethods = false)
  static class Two {
    @Bean
    WheelTimer first() {
      return WheelTimer.create();
    }

    @Bean
    WheelTimer second() {
      return WheelTimer.create();
    }
  }

  /** A scheduler that others end. */
  @Configuration(proxyBeanMethods = false)
  static class Kept {
    @Bean(destroyMethod = "")
    io.loomwheel.reactor.WheelScheduler kept(WheelTimer timer) {
      return io.loomwheel.reactor.WheelScheduler.on(timer);
    }
  }
}
