package io.loomwheel.reactor.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.reactor.WheelScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

/** The samples of docs/guide/virtual-time.md: each is the code of a test here, word for word. */
class VirtualTimePageTest {
  static final class Backoff {
    private static final WheelScheduler WHEEL = WheelScheduler.create();

    static Mono<String> answer() {
      return Mono.delay(Duration.ofMinutes(5), WHEEL).map(tick -> "ready");
    }
  }

  @Test
  void heldScheduler() {
    WheelVirtualTime.withVirtualTime(() -> Backoff.answer())
        .expectSubscription()
        .expectNoEvent(Duration.ofMinutes(5))
        .expectNext("ready")
        .verifyComplete();
  }

  @Test
  void bothKinds() {
    WheelScheduler wheel = WheelScheduler.create();
    WheelVirtualTime.withVirtualTime(
            () ->
                Flux.merge(
                    Mono.delay(Duration.ofSeconds(2), wheel).map(tick -> "wheel, 2 s"),
                    Mono.delay(Duration.ofSeconds(1)).map(tick -> "parallel, 1 s"),
                    Mono.delay(Duration.ofSeconds(2)).map(tick -> "parallel, 2 s"),
                    Mono.delay(Duration.ofSeconds(1), wheel).map(tick -> "wheel, 1 s")))
        .thenAwait(Duration.ofSeconds(2))
        .expectNext("parallel, 1 s", "wheel, 1 s", "wheel, 2 s", "parallel, 2 s")
        .verifyComplete();
    wheel.dispose();
  }

  @Test
  void stepVerifiersOwn() {
    StepVerifier.withVirtualTime(() -> Backoff.answer())
        .thenAwait(Duration.ofMinutes(5))
        .expectNext("ready")
        .verifyComplete();
  }

  @Test
  void byHand() {
    List<String> seen = new ArrayList<>();
    VirtualTimeScheduler time = VirtualTimeScheduler.getOrSet();
    Backoff.WHEEL.schedule(() -> seen.add("wheel"), 90, TimeUnit.MINUTES);
    Schedulers.single().schedule(() -> seen.add("single"), 60, TimeUnit.MINUTES);
    time.advanceTimeBy(Duration.ofMinutes(90));
    assertThat(seen).containsExactly("single", "wheel");
    time.dispose();
  }
}
