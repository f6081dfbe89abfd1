package io.loomwheel.servlet;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.Timeouts;
import jakarta.servlet.Filter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** A service on Tomcat whose requests wait on the wheel, each in another way. */
@EnableAutoConfiguration
@EnableScheduling
@RestController
class ServletApplication {
  static final Duration SOON = Duration.ofMillis(50);

  final CountDownLatch runs = new CountDownLatch(3);
  final CountDownLatch slowBegan = new CountDownLatch(1);
  private final WheelTimer timer;

  ServletApplication(WheelTimer timer) {
    this.timer = timer;
  }

  static ConfigurableApplicationContext start() {
    return new SpringApplicationBuilder(ServletApplication.class)
        .properties(
            "server.port=0",
            "server.shutdown=graceful",
            "spring.main.banner-mode=off",
            "spring.threads.virtual.enabled=true",
            "loomwheel.reactor.default-delays=true",
            "loomwheel.scheduling.enabled=true")
        .run();
  }

  /** Holds on to a scheduler when the filters are made, which is before the singletons are. */
  @Bean
  static Filter delays() {
    Scheduler held = Schedulers.parallel();
    return (request, response, chain) -> {
      Mono.delay(SOON, held).block();
      chain.doFilter(request, response);
    };
  }

  @Scheduled(fixedDelay = 2)
  void run() {
    runs.countDown();
  }

  @GetMapping("/blocks")
  String blocks() throws InterruptedException {
    Timeouts.sleep(timer, SOON);
    return "virtual: " + Thread.currentThread().isVirtual();
  }

  @GetMapping("/future")
  CompletableFuture<String> future() {
    return Timeouts.completeOnTimeout(timer, new CompletableFuture<>(), "future", SOON);
  }

  @GetMapping("/deferred")
  DeferredResult<String> deferred() {
    DeferredResult<String> result = new DeferredResult<>();
    timer.schedule(() -> result.setResult("deferred"), SOON);
    return result;
  }

  @GetMapping("/mono")
  Mono<String> mono() {
    return Mono.<String>never().timeout(SOON).onErrorReturn("mono");
  }

  /** Timed by Tomcat, which looks once a second. */
  @GetMapping("/container")
  DeferredResult<String> container() {
    return new DeferredResult<>(SOON.toMillis(), "container");
  }

  @GetMapping("/slow")
  Callable<String> slow() {
    slowBegan.countDown();
    return () -> {
      Timeouts.sleep(timer, SOON.multipliedBy(10));
      return "slow";
    };
  }
}
