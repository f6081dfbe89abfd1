package io.loomwheel.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A WebFlux service for each test, one after the other: when a context closes, Boot ends the event
 * loops of all others in the JVM.
 */
class WebLifecycleTest {
  @Test
  void requests_inFlightAtAGracefulShutdown_areAnswered() throws Exception {
    CompletableFuture<HttpResponse<String>> answer;
    ConfigurableApplicationContext application = WebApplication.start();
    try (Http http = new Http(application)) {
      answer = http.getLater("/slow");
      assertThat(application.getBean(WebApplication.class).slowBegan.await(60, TimeUnit.SECONDS))
          .isTrue();
      application.close();
      assertThat(answer.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
      assertThat(answer.get().body()).isEqualTo("slow");
    }
  }

  @Test
  void application_onVirtualThreads_worksAsWell() throws Exception {
    ConfigurableApplicationContext application =
        WebApplication.start(
            "spring.threads.virtual.enabled=true", "loomwheel.scheduling.enabled=true");
    try (Http http = new Http(application)) {
      assertThat(http.get("/impatient")).isEqualTo("gave up");
      assertThat(application.containsBean("applicationTaskExecutor")).isTrue();
      assertThat(application.getBean("taskScheduler")).isInstanceOf(WheelTaskScheduler.class);
    } finally {
      application.close();
    }
  }

  @Test
  void health_ofATimerThatRefuses_isDown() throws Exception {
    ConfigurableApplicationContext application =
        WebApplication.start("loomwheel.timer.max-pending-timeouts=1");
    try (Http http = new Http(application)) {
      WheelTimer full = application.getBean(WheelTimer.class);
      full.schedule(() -> {}, Duration.ofHours(1));
      assertThatThrownBy(() -> full.schedule(() -> {}, Duration.ofHours(1))).isNotNull();
      assertThat(http.json("/actuator/health")).containsEntry("status", "DOWN");
    } finally {
      application.close();
    }
  }
}
