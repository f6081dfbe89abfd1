package io.loomwheel.examples.integrations;

import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.loomwheel.WheelTimer;
import io.loomwheel.loom.WheelExecutorService;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Resilience4j's limits of time and pauses between attempts, on a wheel. */
public final class Resilience4jCalls {
  private final WheelExecutorService wheel;

  /** Waits on the given executor's timer. */
  Resilience4jCalls(WheelExecutorService wheel) {
    this.wheel = wheel;
  }

  /** {@return the answer of a call, if it comes in time} */
  CompletionStage<String> within(Duration most, Supplier<CompletionStage<String>> call) {
    TimeLimiter limiter = TimeLimiter.of(most);
    return limiter.executeCompletionStage(wheel, call);
  }

  /** {@return the answer of the first of three attempts that has one} */
  CompletionStage<String> retried(Duration pause, Supplier<CompletionStage<String>> call) {
    Retry retry =
        Retry.of("calls", RetryConfig.custom().maxAttempts(3).waitDuration(pause).build());
    return retry.executeCompletionStage(wheel, call);
  }

  /** Calls something that hangs, and something that fails twice. */
  public static void main(String[] args) {
    try (WheelTimer timer = WheelTimer.create();
        WheelExecutorService wheel = WheelExecutorService.on(timer)) {
      Resilience4jCalls calls = new Resilience4jCalls(wheel);
      Duration most = Duration.ofMillis(50);
      System.out.println(
          calls
              .within(most, CompletableFuture::new)
              .exceptionally(Throwable::toString)
              .toCompletableFuture()
              .join());
      Flaky flaky = new Flaky(2);
      System.out.println(calls.retried(most, flaky::ask).toCompletableFuture().join());
      System.out.println(timer.stats());
    }
  }
}
