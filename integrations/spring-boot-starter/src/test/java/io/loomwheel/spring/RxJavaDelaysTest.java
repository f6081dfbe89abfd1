package io.loomwheel.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** {@code loomwheel.rxjava.default-delays}. */
class RxJavaDelaysTest {
  private final ApplicationContextRunner runner =
      Contexts.runner().withPropertyValues("loomwheel.rxjava.default-delays=true");

  @BeforeEach
  @AfterEach
  void isRxJavasOwn() {
    assertThat(RxJavaPlugins.getComputationSchedulerHandler()).isNull();
  }

  private static long armedBy(WheelTimer timer) {
    long before = timer.stats().armed();
    Flowable.timer(1, TimeUnit.HOURS).subscribe().dispose();
    return timer.stats().armed() - before;
  }

  @Test
  void delays_whileTheContextLives_waitOnItsTimer() {
    runner.run(
        context -> {
          assertThat(armedBy(context.getBean(WheelTimer.class))).isEqualTo(1);
          assertThat(Flowable.timer(1, TimeUnit.MILLISECONDS).blockingFirst()).isZero();
        });
    assertThat(Flowable.timer(1, TimeUnit.MILLISECONDS).blockingFirst()).isZero();
  }

  @Test
  void delays_withoutTheProperty_stayRxJavasOwn() {
    Contexts.runner()
        .run(context -> assertThat(armedBy(context.getBean(WheelTimer.class))).isZero());
  }

  @Test
  void context_thatFailsToStart_takesThePluginsBack() {
    runner
        .withBean(
            "fails",
            Object.class,
            () -> {
              assertThat(RxJavaPlugins.getComputationSchedulerHandler()).isNotNull();
              throw new IllegalStateException("on purpose");
            })
        .run(context -> assertThat(context).hasFailed());
    assertThat(RxJavaPlugins.getComputationSchedulerHandler()).isNull();
  }

  @Test
  void contexts_ofOneJvm_shareTheFirstTimerUntilTheLastHasClosed() {
    Opened first = new Opened(runner);
    Opened second = new Opened(runner);
    WheelTimer carrier = first.context().getBean(WheelTimer.class);
    first.close();
    assertThat(armedBy(carrier)).isEqualTo(1);
    second.close();
    assertThat(carrier.isStopped()).isTrue();
  }
}
