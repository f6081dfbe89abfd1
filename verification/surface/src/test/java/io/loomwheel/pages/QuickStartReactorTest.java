package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelFactory;
import io.loomwheel.reactor.WheelOperators;
import io.loomwheel.reactor.WheelScheduler;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

/** The samples of docs/guide/start/reactor.md. */
class QuickStartReactorTest {
  private final FlakyBackend backend = new FlakyBackend();

  @AfterEach
  void restore() {
    Schedulers.resetFactory();
  }

  @Test
  void scheduler_inOperators_timesAndRetries() {
    Scheduler wheel = WheelScheduler.on(WheelTimer.shared());
    Mono<String> answer =
        Mono.fromCallable(() -> backend.fetch("price"))
            .subscribeOn(wheel)
            .timeout(Duration.ofSeconds(2), wheel)
            .retryWhen(Retry.backoff(3, Duration.ofMillis(10)).scheduler(wheel));
    assertThat(answer.block()).isEqualTo("42");
    assertThat(backend.asked()).isEqualTo(3);
  }

  @Test
  void idleTimeout_streamThatIsNotSilent_passesThrough() {
    Flux<String> quotes = Flux.just("a", "b");
    Flux<String> watched = quotes.transform(WheelOperators.timeout(Duration.ofSeconds(30)));
    assertThat(watched.collectList().block()).containsExactly("a", "b");
  }

  @Test
  void factory_installed_timesTheDefaultDelays() {
    long before = WheelTimer.shared().stats().armed();
    Schedulers.setFactory(new WheelFactory(WheelTimer.shared()));
    assertThat(Mono.delay(Duration.ofMillis(1)).block()).isZero();
    assertThat(WheelTimer.shared().stats().armed()).isGreaterThan(before);
  }
}
