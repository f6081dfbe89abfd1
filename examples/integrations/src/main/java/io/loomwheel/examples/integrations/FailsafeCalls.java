package io.loomwheel.examples.integrations;

import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import io.loomwheel.WheelTimer;
import io.loomwheel.loom.Timeouts;
import io.loomwheel.loom.WheelExecutorService;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Failsafe's attempts on virtual threads, and the pauses between them on a wheel. */
public final class FailsafeCalls {
  private final WheelTimer timer;
  private final WheelExecutorService wheel;

  /** Pauses on the given timer, by an executor on it. */
  FailsafeCalls(WheelTimer timer, WheelExecutorService wheel) {
    this.timer = timer;
    this.wheel = wheel;
  }

  /** {@return the answer of the first of three attempts that has one; an attempt may block} */
  CompletableFuture<String> retried(Duration pause, Supplier<String> call) {
    RetryPolicy<String> policy =
        RetryPolicy.<String>builder().withMaxAttempts(3).withDelay(pause).build();
    return Failsafe.with(policy).with(wheel).getAsync(call::get);
  }

  /** {@return the same, and each attempt has to answer in time} */
  CompletableFuture<String> retriedWithin(
      Duration pause, Duration most, Supplier<CompletionStage<String>> call) {
    RetryPolicy<String> policy =
        RetryPolicy.<String>builder().withMaxAttempts(3).withDelay(pause).build();
    return Failsafe.with(policy)
        .with(wheel)
        .getStageAsync(() -> Timeouts.orTimeout(timer, call.get().toCompletableFuture(), most));
  }

  /** Calls something that fails twice, and something that hangs. */
  public static void main(String[] args) {
    try (WheelTimer timer = WheelTimer.create();
        WheelExecutorService wheel = WheelExecutorService.on(timer)) {
      FailsafeCalls calls = new FailsafeCalls(timer, wheel);
      Duration pause = Duration.ofMillis(50);
      System.out.println(calls.retried(pause, new Flaky(2)::answer).join());
      System.out.println(
          calls
              .retriedWithin(pause, pause, CompletableFuture::new)
              .exceptionally(Throwable::toString)
              .join());
      System.out.println(timer.stats());
    }
  }
}
