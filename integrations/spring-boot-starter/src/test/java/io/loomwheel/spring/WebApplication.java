package io.loomwheel.spring;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.WebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** A WebFlux service on a real socket: some of its answers come late or never. */
@EnableAutoConfiguration
@RestController
class WebApplication {
  final CountDownLatch slowBegan = new CountDownLatch(1);

  private @Nullable Scheduler heldByTheServer;

  /** Holds on to a scheduler when it is made for the web server, before the singletons are. */
  @Bean
  WebServerFactoryCustomizer<WebServerFactory> holds() {
    heldByTheServer = Schedulers.parallel();
    return factory -> {};
  }

  @Nullable Scheduler heldByTheServer() {
    return heldByTheServer;
  }

  static ConfigurableApplicationContext start(String... properties) {
    return new SpringApplicationBuilder(WebApplication.class)
        .web(WebApplicationType.REACTIVE)
        .properties(
            "server.port=0",
            "server.shutdown=graceful",
            "spring.main.banner-mode=off",
            "management.endpoints.web.exposure.include=health,metrics,wheel",
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
