package io.loomwheel.examples.integrations;

import static io.loomwheel.examples.integrations.Bounded.LONG;
import static io.loomwheel.examples.integrations.Bounded.SOON;
import static io.loomwheel.examples.integrations.RequestContext.REQUEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.loom.ContextCapture;
import io.loomwheel.loom.MicrometerContextCapture;
import io.loomwheel.loom.VirtualThreadExecutor;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.reactor.WheelScheduler;
import io.reactivex.rxjava3.core.Single;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Whether the number of the request is where the work goes on after a wait. */
class RequestContextTest {
  private static final String NONE = "none";
  private final WheelTimer timer = WheelTimer.create();
  private final WheelExecutorService wheel = WheelExecutorService.on(timer);

  @BeforeEach
  void install() {
    RequestContext.install();
    MDC.put(REQUEST, "4711");
  }

  @AfterEach
  void tidy() {
    MDC.clear();
    RequestContext.uninstall();
    wheel.close();
    timer.close();
  }

  private static String number() {
    return Objects.requireNonNullElse(MDC.get(REQUEST), NONE);
  }

  /** What a task of the wheel sees that nobody gave anything. */
  private String leftBehind() throws Exception {
    return wheel
        .schedule(RequestContextTest::number, 1, TimeUnit.MILLISECONDS)
        .get(LONG.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void reactor_delayOnTheWheel_takesTheContextAlong() throws Exception {
    WheelScheduler scheduler = WheelScheduler.on(timer);
    assertThat(
            Flux.just("a", "b")
                .delayElements(SOON, scheduler)
                .map(element -> element + number())
                .collectList()
                .block(LONG))
        .containsExactly("a4711", "b4711");
    assertThat(
            Mono.never()
                .timeout(SOON, Mono.fromCallable(RequestContextTest::number), scheduler)
                .block(LONG))
        .isEqualTo("4711");
    assertThat(timer.stats().fired()).isEqualTo(3);
    assertThat(leftBehind()).isEqualTo(NONE);
  }

  @Test
  void rxjava_delayOnTheWheel_takesTheContextAlong() throws Exception {
    io.loomwheel.rxjava.WheelScheduler scheduler = io.loomwheel.rxjava.WheelScheduler.on(timer);
    assertThat(
            Single.just("a")
                .delay(SOON.toMillis(), TimeUnit.MILLISECONDS, scheduler)
                .map(element -> element + number())
                .blockingGet())
        .isEqualTo("a4711");
    assertThat(timer.stats().fired()).isEqualTo(1);
    assertThat(leftBehind()).isEqualTo(NONE);
  }

  @Test
  void executor_wrapped_takesTheContextAlong() throws Exception {
    ScheduledExecutorService taking = RequestContext.taking(wheel);
    assertThat(
            taking
                .schedule(RequestContextTest::number, SOON.toMillis(), TimeUnit.MILLISECONDS)
                .get(LONG.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo("4711");
    assertThat(leftBehind()).isEqualTo(NONE);
  }

  @Test
  void timer_wrappedTask_takesTheContextAlong() throws Exception {
    CompletableFuture<String> seen = new CompletableFuture<>();
    timer.schedule(RequestContext.taking(() -> seen.complete(number())), SOON);
    assertThat(seen.get(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo("4711");
    assertThat(leftBehind()).isEqualTo(NONE);
  }

  /** The wheel's thread hands the task over, and its context is empty. */
  @Test
  void timer_executorThatCaptures_capturesTooLate() throws Exception {
    ContextCapture capture = new MicrometerContextCapture();
    try (VirtualThreadExecutor capturing =
            VirtualThreadExecutor.builder().contextCapture(capture).build();
        WheelTimer late = WheelTimer.builder().taskExecutor(capturing).build()) {
      CompletableFuture<String> seen = new CompletableFuture<>();
      late.schedule(() -> seen.complete(number()), SOON);
      assertThat(seen.get(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(NONE);
      CompletableFuture<String> atOnce = new CompletableFuture<>();
      capturing.execute(() -> atOnce.complete(number()));
      assertThat(atOnce.get(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo("4711");
    }
  }

  @Test
  void threadEachTask_mdcNotCleared_isNotSeenByTheNext() throws Exception {
    try (WheelTimer fresh = WheelTimer.builder().taskExecutor(Relay.perTask()).build()) {
      for (int i = 0; i < 10; i++) {
        CompletableFuture<String> seen = new CompletableFuture<>();
        fresh.schedule(
            () -> {
              seen.complete(number());
              MDC.put(REQUEST, "never cleared");
            },
            SOON.dividedBy(10));
        assertThat(seen.get(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(NONE);
      }
    }
  }
}
