package io.loomwheel.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** {@code loomwheel.reactor.default-delays}. */
class ReactorDelaysTest {
  private static final Duration LONG = Duration.ofHours(1);

  private final ApplicationContextRunner runner =
      Contexts.runner().withPropertyValues("loomwheel.reactor.default-delays=true");

  @BeforeEach
  @AfterEach
  void isReactorsOwn() {
    assertThat(StarterFactory.isInstalled()).isFalse();
  }

  private static long armedBy(WheelTimer timer) {
    long before = timer.stats().armed();
    Mono.delay(LONG).subscribe().dispose();
    return timer.stats().armed() - before;
  }

  @Test
  void delays_whileTheContextLives_waitOnItsTimer() {
    AtomicReference<WheelTimer> seen = new AtomicReference<>();
    runner.run(
        context -> {
          seen.set(context.getBean(WheelTimer.class));
          assertThat(armedBy(seen.get())).isEqualTo(1);
          Mono.delay(Duration.ofMillis(1)).block(Duration.ofSeconds(30));
        });
    assertThat(seen.get().isStopped()).isTrue();
    Mono.delay(Duration.ofMillis(1)).block(Duration.ofSeconds(30));
  }

  @Test
  void delays_withoutTheProperty_stayReactorsOwn() {
    Contexts.runner()
        .run(context -> assertThat(armedBy(context.getBean(WheelTimer.class))).isZero());
  }

  @Test
  void scheduler_thatTheFirstBeanHoldsOnTo_isOnTheWheel() {
    runner
        .withUserConfiguration(Early.class)
        .run(
            context -> {
              WheelTimer timer = context.getBean(WheelTimer.class);
              long before = timer.stats().armed();
              Mono.delay(LONG, context.getBean(Holder.class).held).subscribe().dispose();
              assertThat(timer.stats().armed() - before).isEqualTo(1);
            });
  }

  @Test
  void delays_withATimerOfTheApplication_waitOnThatOne() {
    runner
        .withUserConfiguration(TimerBeanTest.Own.class)
        .run(context -> assertThat(armedBy(context.getBean(WheelTimer.class))).isEqualTo(1));
  }

  @Test
  void context_thatFailsToStart_takesTheFactoryBack() {
    runner.withUserConfiguration(Failing.class).run(context -> assertThat(context).hasFailed());
    assertThat(StarterFactory.isInstalled()).isFalse();
  }

  @Test
  void factory_thatTheApplicationHasSetSince_stays() {
    try (WheelTimer other = WheelTimer.create()) {
      runner.run(context -> Schedulers.setFactory(new WheelFactory(other)));
      assertThat(armedBy(other)).isEqualTo(1);
    } finally {
      Schedulers.resetFactory();
    }
  }

  @Test
  void contexts_ofOneJvm_shareTheFirstTimerUntilTheLastHasClosed() {
    AtomicReference<WheelTimer> first = new AtomicReference<>();
    Runnable closesSecond = twoContexts(first);
    assertThat(first.get().isStopped()).as("still carries delays").isFalse();
    assertThat(armedBy(first.get())).isEqualTo(1);
    closesSecond.run();
    assertThat(first.get().isStopped()).isTrue();
  }

  /** Opens two contexts, and closes the first; {@return what closes the second} */
  private Runnable twoContexts(AtomicReference<WheelTimer> timerOfFirst) {
    Opened first = new Opened(runner);
    timerOfFirst.set(first.context().getBean(WheelTimer.class));
    Scheduler held = Schedulers.parallel();
    Opened second = new Opened(runner);
    assertThat(armedBy(timerOfFirst.get())).isEqualTo(1);
    first.close();
    Mono.delay(Duration.ofMillis(1), held).block(Duration.ofSeconds(30)); // nobody disposed of it
    return second::close;
  }

  @Test
  void contexts_whoseTimersAreTheirOwnBeans_handTheDelaysOn() {
    ApplicationContextRunner own = runner.withUserConfiguration(TimerBeanTest.Own.class);
    Opened first = new Opened(own);
    Opened second = new Opened(own);
    WheelTimer next = second.context().getBean(WheelTimer.class);
    assertThat(armedBy(next)).isZero();
    first.close();
    assertThat(armedBy(next)).isEqualTo(1);
    second.close();
  }

  @Test
  void factory_thatTheApplicationHasSetSince_staysAsTheDelaysAreHandedOn() {
    ApplicationContextRunner own = runner.withUserConfiguration(TimerBeanTest.Own.class);
    Opened first = new Opened(own);
    Opened second = new Opened(own);
    try (WheelTimer other = WheelTimer.create()) {
      Schedulers.setFactory(new WheelFactory(other));
      first.close();
      assertThat(armedBy(other)).isEqualTo(1);
      second.close();
      assertThat(armedBy(other)).isEqualTo(1);
    } finally {
      second.close();
      Schedulers.resetFactory();
    }
  }

  @Test
  void context_thatClosesAndCarriesNothing_leavesTheSchedulersInUse() {
    ApplicationContextRunner own = runner.withUserConfiguration(TimerBeanTest.Own.class);
    own.run(
        first -> {
          Scheduler inUse = Schedulers.parallel();
          own.run(second -> assertThat(second).hasNotFailed());
          assertThat(Schedulers.parallel()).isSameAs(inUse);
        });
  }

  static Stream<ApplicationContextRunner> parents() {
    ApplicationContextRunner starter =
        Contexts.runner().withPropertyValues("loomwheel.reactor.default-delays=true");
    return Stream.of(starter, starter.withUserConfiguration(TimerBeanTest.Own.class));
  }

  @ParameterizedTest
  @MethodSource("parents")
  void child_thatCloses_leavesTheDelaysToItsParent(ApplicationContextRunner of) {
    of.run(
        parent -> {
          Scheduler inUse = Schedulers.parallel();
          runner.withParent(parent).run(child -> assertThat(child).hasNotFailed());
          assertThat(armedBy(parent.getBean(WheelTimer.class))).isEqualTo(1);
          assertThat(Schedulers.parallel()).isSameAs(inUse);
        });
  }

  @Test
  void child_whoseTimerIsItsOwnBean_handsTheDelaysOn() {
    Contexts.runner()
        .run(
            parent -> {
              Opened child =
                  new Opened(
                      runner
                          .withParent(parent)
                          .withBean(
                              WheelTimer.class, WheelTimer::create, it -> it.setPrimary(true)));
              assertThat(armedBy(child.context().getBean(WheelTimer.class))).isEqualTo(1);
              Opened other = new Opened(runner);
              child.close();
              assertThat(armedBy(other.context().getBean(WheelTimer.class))).isEqualTo(1);
              other.close();
            });
  }

  /** Holds on to a scheduler as it is made. */
  static final class Holder {
    final Scheduler held = Schedulers.parallel();
  }

  /** Its bean is the first one. */
  @Configuration(proxyBeanMethods = false)
  static class Early {
    @Bean
    Holder holder() {
      return new Holder();
    }
  }

  /** Fails when all else is made. */
  @Configuration(proxyBeanMethods = false)
  static class Failing {
    @Bean
    org.springframework.beans.factory.SmartInitializingSingleton fails() {
      return () -> {
        assertThat(StarterFactory.isInstalled()).isTrue();
        throw new IllegalStateException("on purpose");
      };
    }
  }
}
