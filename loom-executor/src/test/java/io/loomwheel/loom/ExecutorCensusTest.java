package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.HOURS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.NamedTask;
import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadPoolExecutor;
import org.junit.jupiter.api.Test;

/** Under which names a census counts what an executor was given. */
class ExecutorCensusTest {
  private final WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();
  private final WheelExecutorService executor = WheelExecutorService.on(timer);

  private record Expiry() implements Runnable, Callable<String> {
    @Override
    public void run() {}

    @Override
    public String call() {
      return "expired";
    }
  }

  private record Lease() implements Runnable, NamedTask {
    @Override
    public void run() {}

    @Override
    public String taskName() {
      return "lease";
    }
  }

  @Test
  void census_ofDelayedTasks_countsThemAsWhatWasGiven() {
    List<ScheduledFuture<?>> waiting =
        List.of(
            executor.schedule((Runnable) new Expiry(), 1, HOURS),
            executor.schedule((Callable<String>) new Expiry(), 1, HOURS),
            executor.scheduleAtFixedRate(new Lease(), 1, 1, HOURS),
            executor.scheduleWithFixedDelay(() -> {}, 1, 1, HOURS));
    assertThat(executor.schedule(new Lease(), 1, HOURS).cancel(false)).isTrue();
    assertThat(waiting).noneMatch(ScheduledFuture::isDone);
    assertThat(timer.census().byKind())
        .containsOnly(
            Map.entry(Expiry.class.getName(), 2L),
            Map.entry("lease", 1L),
            Map.entry(getClass().getName() + "$$Lambda", 1L));
  }

  @Test
  void census_whileTheTimersExecutorIsBusy_namesWhatItWasHanded_withADelayOrNot() throws Exception {
    CountDownLatch mayGoOn = new CountDownLatch(1);
    ManualClock clock = new ManualClock();
    ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, HOURS, new LinkedBlockingQueue<>());
    WheelTimer busy = WheelTimer.builder().clock(clock).taskExecutor(pool).build();
    WheelTimer other = WheelTimer.builder().clock(clock).taskExecutor(pool).build();
    try {
      pool.execute(() -> Waiting.forLatch(mayGoOn));
      WheelExecutorService.on(busy).execute(new Lease());
      Runnable expiry = new Expiry();
      List<ScheduledFuture<?>> handedOn =
          List.of(
              WheelExecutorService.on(busy).schedule(expiry, 0, HOURS),
              WheelExecutorService.on(busy).schedule(expiry, 1, HOURS),
              WheelExecutorService.on(other).schedule(expiry, 0, HOURS));
      clock.advance(Duration.ofHours(2));

      assertThat(handedOn).noneMatch(ScheduledFuture::isDone);
      assertThat(busy.census().handedOn())
          .containsOnly(Map.entry("lease", 1L), Map.entry(Expiry.class.getName(), 2L));
    } finally {
      mayGoOn.countDown();
      pool.close();
    }
  }
}
