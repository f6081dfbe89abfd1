package io.loomwheel.examples.boot;

import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Answers in time, with the supplier's price or without. */
@RestController
class Prices {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** For a connection that the pool hands out as it is being closed. */
  private static final Retry RETRY =
      Retry.backoff(3, Duration.ofMillis(20)).filter(WebClientRequestException.class::isInstance);

  private final WebClient client = WebClient.create();
  private final ReactiveWebServerApplicationContext server;
  private final AtomicInteger unknown = new AtomicInteger();

  Prices(ReactiveWebServerApplicationContext server) {
    this.server = server;
  }

  @GetMapping("/price/{item}")
  Mono<String> price(@PathVariable("item") int item) {
    return client
        .get()
        .uri("http://localhost:{port}/supplier/{item}", server.getWebServer().getPort(), item)
        .retrieve()
        .bodyToMono(String.class)
        .retryWhen(RETRY)
        .timeout(PATIENCE)
        .onErrorResume(TimeoutException.class, late -> Mono.fromSupplier(this::ask));
  }

  private String ask() {
    unknown.incrementAndGet();
    return "on request";
  }

  /** Says once a second, and at the end, how many prices nobody knew. */
  @Scheduled(cron = "* * * * * *")
  @PreDestroy
  void report() {
    int since = unknown.getAndSet(0);
    if (since > 0) {
      System.out.println(since + " prices on request in the last second");
    }
  }
}
