package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.errorpoints.StackDepths;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** A cancel that finds no stack: the next one does what it has left. */
class CancelAtStackEndTest {
  private static final int STEPS = 250;

  @Test
  void delayed_leavesTheWheel() throws Exception {
    cancelAtEachDepth(executor -> executor.schedule(() -> {}, 1, TimeUnit.HOURS));
  }

  @Test
  void periodic_leavesTheWheel() throws Exception {
    cancelAtEachDepth(executor -> executor.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.HOURS));
  }

  @Test
  void timed_leavesTheWheel() throws Exception {
    cancelAtEachDepth(
        executor -> executor.submitWithTimeout(Executors.callable(() -> {}), Duration.ofHours(1)));
  }

  private static void cancelAtEachDepth(Function<WheelExecutorService, Future<?>> submit)
      throws Exception {
    WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).shards(1).build();
    WheelExecutorService executor =
        WheelExecutorService.builder().timer(timer).taskExecutor(never -> {}).build();
    List<Future<?>> futures = new ArrayList<>();
    for (int i = 0; i < STEPS; i++) { // so that nothing is loaded and linked below
      submit.apply(executor).cancel(false);
      futures.add(submit.apply(executor));
    }
    IntConsumer cancel = i -> futures.get(i).cancel(false);
    StackDepths.forEach(STEPS, cancel);

    for (int i = 0; i < STEPS; i++) {
      cancel.accept(i);
    }

    assertThat(timer.pendingTimeouts()).isZero();
    executor.shutdown();
    assertThat(executor.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void lastTask_ofAnExecutorThatWasShutDown_endsIt() throws Exception {
    WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).shards(1).build();
    WheelExecutorService[] executors = new WheelExecutorService[2 * STEPS];
    Future<?>[] futures = new Future<?>[2 * STEPS];
    for (int i = 0; i < 2 * STEPS; i++) {
      executors[i] = WheelExecutorService.on(timer);
      futures[i] = executors[i].schedule(() -> {}, 1, TimeUnit.HOURS);
      executors[i].shutdown();
      if (i >= STEPS) { // so that nothing is loaded and linked below
        futures[i].cancel(false);
      }
    }
    StackDepths.forEach(STEPS, i -> futures[i].cancel(false));

    for (int i = 0; i < STEPS; i++) {
      futures[i].cancel(false);
      assertThat(executors[i].isTerminated()).as("step %s", i).isTrue();
    }
  }
}
