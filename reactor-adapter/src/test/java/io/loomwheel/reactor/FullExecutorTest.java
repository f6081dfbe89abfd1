package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The timer's executor is full and its handler drops tasks: streams still get their signals. */
class FullExecutorTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer =
      WheelTimer.builder()
          .clock(clock)
          .taskExecutor(
              task -> {
                throw new RejectedExecutionException("full, on purpose");
              })
          .onRejected((task, reason) -> {})
          .build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);

  private void assertSignals(Publisher<?> stream) throws InterruptedException {
    CountDownLatch signalled = new CountDownLatch(1);
    Flux.from(stream).subscribe(next -> signalled.countDown(), end -> signalled.countDown());
    for (int i = 0; i < 6_000 && signalled.getCount() > 0; i++) {
      clock.advance(SECOND); // a period is armed again on another thread
      signalled.await(10, MILLISECONDS);
    }
    assertThat(signalled.getCount()).isZero();
  }

  @Test
  void timeout_executorFull_isSignalled() throws Exception {
    assertSignals(Mono.never().timeout(SECOND, scheduler));
  }

  @Test
  void timeoutOfOurs_executorFull_isSignalled() throws Exception {
    assertSignals(Flux.never().transform(WheelOperators.timeout(SECOND, scheduler)));
  }

  @Test
  void interval_executorFull_goesOn() throws Exception {
    assertSignals(Flux.interval(Duration.ofMillis(300), scheduler).skip(2));
  }

  @Test
  void delay_executorFull_isOver() throws Exception {
    assertSignals(Mono.delay(SECOND, scheduler));
  }
}
