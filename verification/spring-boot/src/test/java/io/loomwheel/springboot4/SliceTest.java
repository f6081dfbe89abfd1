package io.loomwheel.springboot4;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.webflux.test.autoconfigure.WebFluxTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** A slice of an application, which leaves the starter out although its properties are set. */
@Import(SliceTest.Impatient.class) // nested in a test, which a scan leaves out
@WebFluxTest(properties = "loomwheel.reactor.default-delays=true")
class SliceTest {
  @Autowired private WebTestClient client;
  @Autowired private ApplicationContext context;

  @Test
  void slice_withTheStarterOnTheClassPath_answersWithoutIt() {
    assertThat(context.getBeansOfType(WheelTimer.class)).isEmpty();
    client.get().uri("/impatient").exchange().expectBody(String.class).isEqualTo("gave up");
  }

  /** The application. */
  @SpringBootApplication
  static class Application {}

  /** Gives up after a moment. */
  @RestController
  static class Impatient {
    @GetMapping("/impatient")
    Mono<String> impatient() {
      return Mono.<String>never()
          .timeout(Duration.ofMillis(20))
          .onErrorReturn(TimeoutException.class, "gave up");
    }
  }
}
