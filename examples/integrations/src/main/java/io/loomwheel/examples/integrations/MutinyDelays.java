package io.loomwheel.examples.integrations;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.WheelExecutorService;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;

/** Mutiny's timeouts, delays and retries on a wheel: of one pipeline, or of all. */
public final class MutinyDelays {
  /** {@return an answer, if it comes in time} */
  static Uni<String> within(Uni<String> answer, Duration most, ScheduledExecutorService wheel) {
    return answer.ifNoItem().after(most).on(wheel).fail();
  }

  /** {@return an answer, kept back for a while} */
  static Uni<String> later(Uni<String> answer, Duration delay, ScheduledExecutorService wheel) {
    return answer.onItem().delayIt().onExecutor(wheel).by(delay);
  }

  /** {@return the answer of the first of three attempts that has one} */
  static Uni<String> retried(Uni<String> answer, Duration pause, ScheduledExecutorService wheel) {
    return answer
        .onFailure()
        .retry()
        .withExecutor(wheel)
        .withBackOff(pause)
        .withJitter(0)
        .atMost(2);
  }

  /** All delays that say nothing else wait on the wheel; work without an executor runs there. */
  public static void main(String[] args) {
    try (WheelTimer timer = WheelTimer.create()) {
      Infrastructure.setDefaultExecutor(WheelExecutorService.on(timer));
      Duration most = Duration.ofMillis(50);
      System.out.println(
          Uni.createFrom()
              .<String>nothing()
              .ifNoItem()
              .after(most)
              .recoverWithItem(
                  () -> "no answer within " + most + ", says " + Thread.currentThread())
              .await()
              .indefinitely());
      System.out.println(
          Uni.createFrom()
              .item(new Flaky(2)::answer)
              .onFailure()
              .retry()
              .withBackOff(most)
              .atMost(2)
              .await()
              .indefinitely());
      System.out.println(timer.stats());
    }
  }
}
