package io.loomwheel.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

/** Reactor's own timed operators on the wheel: to the nanosecond on a clock that the test moves. */
class OperatorsTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);

  private void pass(Duration time) {
    clock.advance(time);
  }

  @Test
  void fluxTimeout_silentSource_failsExactlyThen() {
    Sinks.Many<Integer> source = Sinks.many().unicast().onBackpressureBuffer();
    StepVerifier.create(source.asFlux().timeout(Duration.ofSeconds(30), scheduler))
        .then(() -> pass(Duration.ofSeconds(29)))
        .then(() -> source.tryEmitNext(1))
        .expectNext(1)
        .then(() -> pass(Duration.ofSeconds(30).minusNanos(1)))
        .then(() -> source.tryEmitNext(2))
        .expectNext(2)
        .then(() -> pass(Duration.ofSeconds(30)))
        .verifyError(TimeoutException.class);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void fluxTimeout_completedSource_leavesNothingArmed() {
    StepVerifier.create(Flux.range(0, 1000).timeout(Duration.ofSeconds(30), scheduler))
        .expectNextCount(1000)
        .verifyComplete();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void monoDelay_emitsThen() {
    StepVerifier.create(Mono.delay(Duration.ofHours(5), scheduler))
        .expectSubscription()
        .then(() -> pass(Duration.ofHours(5).minusNanos(1)))
        .then(() -> assertThat(timer.pendingTimeouts()).isEqualTo(1))
        .then(() -> pass(Duration.ofNanos(1)))
        .expectNext(0L)
        .verifyComplete();
  }

  @Test
  void fluxInterval_ticksAtAFixedRateUntilCancelled() {
    StepVerifier.create(Flux.interval(Duration.ofSeconds(1), scheduler).take(5))
        .then(() -> pass(Duration.ofSeconds(3)))
        .expectNext(0L, 1L, 2L)
        .then(() -> pass(Duration.ofSeconds(2)))
        .expectNext(3L, 4L)
        .verifyComplete();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void delaySequence_keepsTheOrderOfTheSource() {
    StepVerifier.create(Flux.range(0, 100).delaySequence(Duration.ofSeconds(1), scheduler))
        .then(() -> pass(Duration.ofSeconds(1)))
        .expectNextSequence(java.util.stream.IntStream.range(0, 100).boxed().toList())
        .verifyComplete();
  }

  @Test
  void bufferTimeout_onVirtualThreads_losesNothing() {
    try (WheelTimer real = WheelTimer.create()) {
      List<List<Integer>> buffers =
          Flux.range(0, 10_000)
              .publishOn(WheelScheduler.on(real))
              .bufferTimeout(100, Duration.ofMillis(5), WheelScheduler.on(real))
              .collectList()
              .block(Duration.ofSeconds(30));
      assertThat(buffers.stream().flatMap(List::stream)).hasSize(10_000).isSorted();
    }
  }
}
