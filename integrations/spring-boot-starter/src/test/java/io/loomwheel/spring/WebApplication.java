package io.loomwheel.spring;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** A WebFlux service on a real socket: some of its answers come late or never. */
@EnableAutoConfiguration
@RestController
class WebApplication {
  final CountDownLatch slowBegan = new CountDownLatch(1);

  static ConfigurableApplicationContext start(String... properties) {
    return new SpringApplicationBuilder(WebApplication.class)
        .web(WebApplicationType.REACTIVE)
        .properties(
            "server.port=0",
            "server.shutdown=graceful",
            "spring.main.banner-mode=off",
            "management.endpoints.web.exposure.include=health,metrics",
            "management.endpoint.health.show-details=always",
            "loomwheel.reactor.default-delays=true")
        .properties(properties)
        .run();
  }

  @GetMapping("/quick")
  Mono<String> quick() {
    return Mono.just("quick");
  }

  @GetMapping("/silent")
  Mono<String> silent() {
    return Mono.never();
  }

  /** Gives up by itself. */
  @GetMapping("/impatient")
  Mono<String> impatient() {
    return Mono.<String>never()
        .timeout(Duration.ofMillis(50))
        .onErrorReturn(TimeoutException.class, "gave up");
  }

  /** Answers after a delay on the wheel. */
  @GetMapping("/slow")
  Mono<String> slow() {
    return Mono.delay(Duration.ofMillis(500))
        .map(tick -> "slow")
        .doOnSubscribe(began -> slowBegan.countDown());
  }
}
