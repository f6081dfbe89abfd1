package io.loomwheel.examples.integrations;

import static io.loomwheel.examples.integrations.Bounded.LONG;
import static io.loomwheel.examples.integrations.Bounded.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.failsafe.Failsafe;
import dev.failsafe.TimeoutExceededException;
import io.loomwheel.WheelTimer;
import io.loomwheel.loom.WheelExecutorService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Failsafe with a wheel in place of a scheduled pool. */
class FailsafeCallsTest {
  private final WheelTimer timer = WheelTimer.create();
  private final WheelExecutorService wheel = WheelExecutorService.on(timer);
  private final FailsafeCalls calls = new FailsafeCalls(timer, wheel);

  @AfterEach
  void tidy() {
    wheel.close();
    timer.close();
  }

  private static <T> T resultOf(CompletableFuture<T> future) throws Exception {
    return future.get(LONG.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void retried_callThatFailsTwice_pausesOnTheWheel() throws Exception {
    long from = System.nanoTime();
    assertThat(resultOf(calls.retried(SOON, new Flaky(2)::answer))).isEqualTo("answered, time 3");
    Bounded.assertNotEarlier(SOON.multipliedBy(2), from);
    assertThat(timer.stats().fired()).isEqualTo(3); // the call, without a delay, and two pauses
  }

  @Test
  void retriedWithin_noAnswers_timeOutAndPauseOnTheWheel() {
    AtomicInteger attempts = new AtomicInteger();
    long from = System.nanoTime();
    CompletableFuture<String> result =
        calls.retriedWithin(
            SOON,
            SOON,
            () -> {
              attempts.incrementAndGet();
              return new CompletableFuture<>();
            });
    assertThatThrownBy(() -> resultOf(result)).hasCauseInstanceOf(TimeoutException.class);
    Bounded.assertNotEarlier(SOON.multipliedBy(5), from);
    assertThat(attempts).hasValue(3);
    assertThat(timer.stats().fired()).isEqualTo(6); // the call, three timeouts, two pauses
    assertThat(timer.pendingTimeouts()).isZero();
  }

  /** Failsafe has one thread for all timeouts, whatever it is given. */
  @Test
  void timeoutPolicy_givenTheWheel_doesNotWaitOnIt() {
    CountDownLatch never = new CountDownLatch(1);
    CompletableFuture<Boolean> result =
        Failsafe.with(dev.failsafe.Timeout.<Boolean>builder(SOON).withInterrupt().build())
            .with(wheel)
            .getAsync(() -> never.await(LONG.toSeconds(), TimeUnit.SECONDS));
    assertThatThrownBy(() -> resultOf(result)).hasCauseInstanceOf(TimeoutExceededException.class);
    assertThat(timer.stats().armed()).isEqualTo(1); // the call, without a delay
  }
}
