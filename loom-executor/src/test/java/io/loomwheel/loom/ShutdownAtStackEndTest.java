package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.errorpoints.StackDepths;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A shutdown that finds no stack: the next one does what it has left. */
class ShutdownAtStackEndTest {
  private static final int STEPS = 250;

  private final WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();

  @Test
  void close_ofAnIdleWheelExecutor_endsItOrThrows() throws Exception {
    closeAtEachDepth(() -> WheelExecutorService.on(timer));
  }

  @Test
  void close_ofAnIdleVirtualThreadExecutor_endsItOrThrows() throws Exception {
    closeAtEachDepth(VirtualThreadExecutor::create);
  }

  private static void closeAtEachDepth(Supplier<ExecutorService> made) throws Exception {
    ExecutorService[] executors = new ExecutorService[2 * STEPS];
    Arrays.setAll(executors, i -> made.get());
    for (int i = STEPS; i < 2 * STEPS; i++) { // so that nothing is loaded and linked below
      executors[i].close();
    }
    boolean[] returned = new boolean[STEPS];
    StackDepths.forEach(
        STEPS,
        i -> {
          executors[i].close();
          returned[i] = true;
        });

    for (int i = 0; i < STEPS; i++) {
      assertThat(executors[i].isTerminated() || !returned[i]).as("step %s", i).isTrue();
      executors[i].close();
    }
  }

  @Test
  void shutdownNow_returnsEachTaskOnce_andInterruptsTheRunningOne() throws Exception {
    Busy[] all = new Busy[2 * STEPS];
    for (int i = 0; i < 2 * STEPS; i++) {
      all[i] = new Busy();
    }
    for (int i = STEPS; i < 2 * STEPS; i++) { // as above
      all[i].executor.shutdownNow();
    }
    List<?>[] first = new List<?>[STEPS];
    StackDepths.forEach(STEPS, i -> first[i] = all[i].executor.shutdownNow());

    for (int i = 0; i < STEPS; i++) {
      List<Object> tasks = new ArrayList<>(all[i].executor.shutdownNow());
      tasks.addAll(first[i] == null ? List.of() : first[i]);
      assertThat(tasks).as("step %s", i).containsExactlyInAnyOrderElementsOf(all[i].waiting);
      assertThat(all[i].interrupted.await(1, TimeUnit.MINUTES)).as("step %s", i).isTrue();
      assertThat(all[i].executor.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    }
    assertThat(timer.pendingTimeouts()).isZero();
  }

  /** Has a task that runs until it is interrupted, and two that wait. */
  private final class Busy {
    final WheelExecutorService executor =
        WheelExecutorService.builder()
            .timer(timer)
            .taskExecutor(task -> Thread.ofVirtual().start(task))
            .build();
    final CountDownLatch interrupted = new CountDownLatch(1);
    final List<Future<?>> waiting;

    Busy() throws InterruptedException {
      CountDownLatch begun = new CountDownLatch(1);
      executor.execute(
          () -> {
            begun.countDown();
            Waiting.untilInterrupted();
            interrupted.countDown();
          });
      begun.await();
      waiting =
          List.of(
              executor.schedule(() -> {}, 1, TimeUnit.HOURS),
              executor.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.HOURS));
    }
  }

  @Test
  void shutdown_thatDropsDelayedTasks_endsTheirFutures() throws Exception {
    WheelExecutorService[] executors = new WheelExecutorService[2 * STEPS];
    List<List<Future<?>>> futures = new ArrayList<>();
    for (int i = 0; i < 2 * STEPS; i++) {
      WheelExecutorService executor =
          WheelExecutorService.builder().timer(timer).executeDelayedAfterShutdown(false).build();
      executors[i] = executor;
      futures.add(
          List.of(
              executor.schedule(() -> {}, 1, TimeUnit.HOURS),
              executor.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.HOURS)));
    }
    for (int i = STEPS; i < 2 * STEPS; i++) { // as above
      executors[i].shutdown();
    }
    StackDepths.forEach(STEPS, i -> executors[i].shutdown());

    for (int i = 0; i < STEPS; i++) {
      executors[i].shutdown();
      assertThat(futures.get(i)).as("step %s", i).allMatch(Future::isDone);
      assertThat(executors[i].isTerminated()).as("step %s", i).isTrue();
    }
    assertThat(timer.pendingTimeouts()).isZero();
  }
}
