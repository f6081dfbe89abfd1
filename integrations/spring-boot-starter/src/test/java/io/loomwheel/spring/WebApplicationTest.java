package io.loomwheel.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.NamedTask;
import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** A WebFlux service and its client over real sockets, with all default delays on the wheel. */
class WebApplicationTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static ConfigurableApplicationContext application;
  private static Http http;

  @BeforeAll
  static void start() {
    application = WebApplication.start("loomwheel.scheduling.enabled=true");
    http = new Http(application);
  }

  @AfterAll
  static void stop() {
    http.close();
    application.close();
  }

  private static WheelTimer timer() {
    return application.getBean(WheelTimer.class);
  }

  private static Mono<String> ask(String path) {
    return WebClient.create(http.url()).get().uri(path).retrieve().bodyToMono(String.class);
  }

  @Test
  void timeouts_ofTheClient_waitOnTheWheel() {
    long before = timer().stats().armed();
    assertThat(ask("/quick").timeout(PATIENCE).block(PATIENCE)).isEqualTo("quick");
    assertThatThrownBy(() -> ask("/silent").timeout(Duration.ofMillis(50)).block(PATIENCE))
        .hasCauseInstanceOf(TimeoutException.class);
    assertThat(timer().stats().armed()).isGreaterThanOrEqualTo(before + 2);
    assertThat(timer().stats().cancelled()).isPositive();
  }

  @Test
  void scheduler_thatTheWebServerHoldsOnTo_isOnTheWheel() {
    Scheduler held = application.getBean(WebApplication.class).heldByTheServer();
    long before = timer().stats().armed();
    Mono.delay(Duration.ofHours(1), held).subscribe().dispose();
    assertThat(timer().stats().armed()).isGreaterThan(before);
  }

  @Test
  void timeouts_ofTheService_waitOnTheWheel() {
    assertThat(
            Flux.range(0, 100)
                .flatMap(i -> ask("/impatient"), 100)
                .distinct()
                .collectList()
                .block(PATIENCE))
        .containsExactly("gave up");
    assertThat(timer().stats().fired()).isGreaterThanOrEqualTo(100);
  }

  @Test
  void metrics_underTheEndpoint_haveUnitsAndAreNotSummed() throws Exception {
    ask("/impatient").block(PATIENCE);
    Map<String, Object> max = http.json("/actuator/metrics/loomwheel.lateness.max");
    assertThat(max).containsEntry("baseUnit", "seconds");
    assertThat(valueOf(max)).isBetween(0.0, (double) PATIENCE.toSeconds());
    assertThat(valueOf(http.json("/actuator/metrics/loomwheel.lateness.p50")))
        .isLessThanOrEqualTo(valueOf(http.json("/actuator/metrics/loomwheel.lateness.max")));
    Map<String, Object> fired = http.json("/actuator/metrics/loomwheel.fired?tag=timer:wheelTimer");
    assertThat(fired).containsEntry("baseUnit", "timeouts");
    assertThat(valueOf(fired)).isPositive();
    assertThat(http.json("/actuator/metrics/executor.completed?tag=name:taskScheduler"))
        .containsEntry("baseUnit", "tasks");
  }

  private static double valueOf(Map<String, Object> metric) {
    List<?> measurements = (List<?>) metric.get("measurements");
    assertThat(measurements).hasSize(1);
    return ((Number) ((Map<?, ?>) measurements.getFirst()).get("value")).doubleValue();
  }

  @Test
  void census_underTheEndpoint_tellsWhatWaitsInEachTimer() throws Exception {
    timer().schedule(new Lease(), Duration.ofHours(2));
    Map<String, Object> timers = http.json("/actuator/wheel");
    assertThat(timers).containsOnlyKeys("wheelTimer", "loomwheel-shared");
    Map<?, ?> census = (Map<?, ?>) timers.get("wheelTimer");
    assertThat(((Map<?, ?>) census.get("byKind")).get("lease")).isEqualTo(1);
    assertThat(((Map<?, ?>) census.get("byTimeLeft")).get("PT24H")).isEqualTo(1);
    assertThat(((Number) census.get("pending")).longValue()).isPositive();
    assertThat(Duration.parse((String) census.get("farthest"))).isPositive();
    assertThat(census.containsKey("oldest")).isFalse(); // no stack is sampled, so it is not known
  }

  /** Waits in the timer until the end of the tests. */
  private record Lease() implements Runnable, NamedTask {
    @Override
    public void run() {}

    @Override
    public String taskName() {
      return "lease";
    }
  }

  @Test
  void health_underTheEndpoint_tellsOfEachTimer() throws Exception {
    Map<?, ?> components = (Map<?, ?>) http.json("/actuator/health").get("components");
    Map<?, ?> loomwheel = (Map<?, ?>) components.get("loomwheel");
    assertThat(loomwheel.get("status")).isEqualTo("UP");
    Map<?, ?> details = (Map<?, ?>) loomwheel.get("details");
    assertThat(((Map<?, ?>) details.get("wheelTimer")).get("refused")).isEqualTo(0);
  }
}
