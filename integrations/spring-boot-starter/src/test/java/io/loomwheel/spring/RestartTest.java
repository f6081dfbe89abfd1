package io.loomwheel.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.reactivex.rxjava3.core.Flowable;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import reactor.core.publisher.Mono;

/** An application that starts and ends again and again in one JVM. */
class RestartTest {
  private static final int TIMES = 20;
  private static final ClassLoadingMXBean CLASSES = ManagementFactory.getClassLoadingMXBean();

  @Test
  void restarts_leaveNoThreadNoClassAndNoTimer() throws Exception {
    List<WeakReference<WheelTimer>> timers = new ArrayList<>();
    Set<Thread> before = Set.of();
    int classes = 0;
    for (int i = 0; i < TIMES; i++) {
      timers.add(new WeakReference<>(runOnce()));
      if (i == TIMES / 2) { // by now all is loaded that ever will be, and the JDK's threads live
        before = ofTheApplication();
        classes = CLASSES.getLoadedClassCount();
      }
    }
    awaitGone(timers);
    assertThat(ofTheApplication()).isSubsetOf(before);
    assertThat(ofLoomwheel()).isEmpty();
    assertThat(CLASSES.getLoadedClassCount()).isLessThanOrEqualTo(classes);
  }

  private static WheelTimer runOnce() throws InterruptedException {
    ConfigurableApplicationContext application =
        new SpringApplicationBuilder(Application.class)
            .web(WebApplicationType.NONE)
            .properties(
                "spring.main.banner-mode=off",
                "spring.main.log-startup-info=false",
                "loomwheel.reactor.default-delays=true",
                "loomwheel.rxjava.default-delays=true",
                "loomwheel.scheduling.enabled=true")
            .run();
    WheelTimer timer = application.getBean(WheelTimer.class);
    Mono.delay(Duration.ofMillis(1)).block(Duration.ofSeconds(60));
    assertThat(Flowable.timer(1, TimeUnit.MILLISECONDS).blockingFirst()).isZero();
    Mono.delay(Duration.ofHours(1)).subscribe();
    assertThat(application.getBean(Application.class).ran.await(60, TimeUnit.SECONDS)).isTrue();
    application.close();
    assertThat(timer.isStopped()).isTrue();
    return timer;
  }

  private static Set<Thread> ofTheApplication() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !thread.getName().matches("parallel-\\d+|Rx.*")) // ends in its own time
        .collect(Collectors.toSet());
  }

  private static List<String> ofLoomwheel() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("loomwheel"))
        .toList();
  }

  private static void awaitGone(List<WeakReference<WheelTimer>> timers) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!timers.stream().allMatch(timer -> timer.refersTo(null))) {
      System.gc();
      assertThat(System.nanoTime() - end).as("timers are still reachable").isNegative();
    }
  }

  /** A small application with a job. */
  @EnableAutoConfiguration
  @EnableScheduling
  static class Application {
    final java.util.concurrent.CountDownLatch ran = new java.util.concurrent.CountDownLatch(1);

    @Scheduled(fixedDelay = 1)
    void job() {
      ran.countDown();
    }
  }
}
