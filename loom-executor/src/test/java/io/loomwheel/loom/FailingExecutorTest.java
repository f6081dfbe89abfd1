package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Executors and handlers that fail when the task has been taken, or has run. */
@Timeout(60)
class FailingExecutorTest {
  @Test
  void execute_taskFailsAndSoDoesTheHandlerOfItsThread_terminatesAllTheSame() throws Exception {
    WheelExecutorService executor = WheelExecutorService.create();
    CountDownLatch told = new CountDownLatch(1);
    executor.execute(
        () -> {
          Thread.currentThread()
              .setUncaughtExceptionHandler(
                  (thread, cause) -> {
                    thread.setUncaughtExceptionHandler(null);
                    told.countDown();
                    throw new IllegalStateException("so does the handler");
                  });
          throw new IllegalStateException("on purpose");
        });
    assertThat(told.await(20, SECONDS)).isTrue();

    executor.shutdown();

    assertThat(executor.awaitTermination(20, SECONDS)).isTrue();
  }
}
