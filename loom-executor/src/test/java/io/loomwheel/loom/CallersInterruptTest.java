package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that run inside the call that submits them leave the caller's interrupt as it was. */
class CallersInterruptTest {
  private final WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();
  private final WheelExecutorService executor = on(Runnable::run);

  private WheelExecutorService on(Executor taskExecutor) {
    return WheelExecutorService.builder().timer(timer).taskExecutor(taskExecutor).build();
  }

  @AfterEach
  void clearTheFlag() {
    Thread.interrupted();
  }

  private static void interruptIf(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void execute_aFutureThatWasCancelled_leavesTheFlag(boolean interrupted) {
    FutureTask<?> future = new FutureTask<>(() -> 1);
    future.cancel(false);
    interruptIf(interrupted);
    executor.execute(future);
    assertThat(Thread.interrupted()).isEqualTo(interrupted);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void execute_aFutureThatCancelsItself_leavesTheFlag(boolean interrupted) {
    FutureTask<?>[] future = new FutureTask<?>[1];
    future[0] = new FutureTask<>(() -> future[0].cancel(true));
    interruptIf(interrupted);
    executor.execute(future[0]);
    assertThat(Thread.interrupted()).isEqualTo(interrupted);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void execute_aTaskThatShutsItsExecutorDownNow_leavesTheFlag(boolean interrupted) {
    interruptIf(interrupted);
    executor.execute(executor::shutdownNow);
    assertThat(Thread.interrupted()).isEqualTo(interrupted);
    assertThat(executor.isTerminated()).isTrue();
  }

  @Test
  void execute_onAFullPoolWhoseCallersRunTheRest_leavesTheFlag() {
    CountDownLatch end = new CountDownLatch(1);
    try (ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            new ThreadPoolExecutor.CallerRunsPolicy())) {
      pool.execute(() -> Waiting.forLatch(end));
      FutureTask<?> future = new FutureTask<>(() -> 1);
      future.cancel(false);
      Thread.currentThread().interrupt();
      on(pool).execute(future);
      boolean left = Thread.interrupted();
      end.countDown();
      assertThat(left).isTrue();
    }
  }

  @Test
  void execute_aTaskThatInterruptsTheThread_leavesThatToTheCallerWhoseThreadItIs() {
    try (VirtualThreadExecutor inline =
        VirtualThreadExecutor.builder().starter(Runnable::run).build()) {
      inline.execute(() -> Thread.currentThread().interrupt());
      assertThat(Thread.interrupted()).isTrue();
      inline.execute(inline::shutdownNow);
      assertThat(Thread.interrupted()).as("its own").isFalse();
    }
  }

  @Test
  void execute_noThreadForTheNextTurn_whoseFutureIsCancelled_leavesTheFlagOfTheSubmitter() {
    VirtualThreadExecutor[] executors = new VirtualThreadExecutor[1];
    List<Future<?>> next = new ArrayList<>();
    executors[0] =
        VirtualThreadExecutor.builder()
            .starter(
                thread -> {
                  if (next.isEmpty()) {
                    next.add(executors[0].submit(() -> next.getFirst().cancel(true)));
                  }
                  throw new IllegalStateException("no thread, on purpose");
                })
            .maxRunning(1, 1)
            .build();
    assertThat(catchThrowable(() -> executors[0].execute(() -> {})))
        .hasMessage("no thread, on purpose");
    assertThat(next).allMatch(Future::isCancelled);
    assertThat(Thread.interrupted()).isFalse();
  }

  /** No thread can be started, so the one that submits runs what has its turn then. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void execute_noThreadForTheNextTurn_leavesTheFlagOfTheSubmitter(boolean interrupted) {
    VirtualThreadExecutor[] executors = new VirtualThreadExecutor[1];
    boolean[] seen = {true};
    executors[0] =
        VirtualThreadExecutor.builder()
            .starter(
                thread -> {
                  if (!executors[0].isShutdown()) {
                    executors[0].execute(
                        () -> {
                          seen[0] = Thread.currentThread().isInterrupted();
                          executors[0].shutdownNow();
                        });
                    executors[0].shutdown();
                  }
                  throw new IllegalStateException("no thread, on purpose");
                })
            .maxRunning(1, 1)
            .build();
    interruptIf(interrupted);
    assertThat(catchThrowable(() -> executors[0].execute(() -> {})))
        .hasMessage("no thread, on purpose");
    assertThat(Thread.interrupted()).isEqualTo(interrupted);
    assertThat(seen[0]).as("an interrupt that was not meant for it").isFalse();
    assertThat(executors[0].isTerminated()).isTrue();
  }
}
