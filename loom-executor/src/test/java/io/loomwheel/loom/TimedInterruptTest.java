package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What users wrote, and an interrupt runs, never runs on the driver. */
class TimedInterruptTest {
  private static final Duration SHORT = Duration.ofMillis(50);

  private final AtomicReference<Thread> driver = new AtomicReference<>();

  /** The task may be awake before the interrupt has run what users wrote. */
  private final CompletableFuture<Thread> ranUserCode = new CompletableFuture<>();

  private final CountDownLatch interrupted = new CountDownLatch(1);
  private final CountDownLatch never = new CountDownLatch(1);

  /** Stands until the task blocks, so that its time is not up before. */
  private final AtomicLong now = new AtomicLong();

  private final WheelTimer timer =
      WheelTimer.builder()
          .clock(now::get)
          .threadFactory(
              task -> {
                driver.set(Thread.ofPlatform().daemon().unstarted(task));
                return driver.get();
              })
          .build();

  @AfterEach
  void end() {
    timer.close();
  }

  private void assertEndsElsewhere(Executor tasks, Callable<Boolean> task) throws Exception {
    WheelExecutorService executor =
        WheelExecutorService.builder().timer(timer).taskExecutor(tasks).build();
    Future<Boolean> future = executor.submitWithTimeout(task, SHORT);
    assertThatThrownBy(() -> future.get(20, SECONDS)).hasCauseInstanceOf(TimeoutException.class);
    assertThat(interrupted.await(20, SECONDS)).isTrue();
    assertThat(ranUserCode.get(20, SECONDS)).isNotEqualTo(driver.get());
    executor.shutdown();
    assertThat(executor.awaitTermination(20, SECONDS)).isTrue();
  }

  private Boolean untilInterrupted() {
    now.addAndGet(SECONDS.toNanos(1));
    try {
      never.await();
    } catch (InterruptedException e) {
      interrupted.countDown();
    }
    return true;
  }

  @Test
  void timeUp_threadWithAnInterruptOfItsOwn_isNotInterruptedByTheDriver() throws Exception {
    Executor threads =
        task ->
            new Thread(task) {
              @Override
              public void interrupt() {
                ranUserCode.complete(Thread.currentThread());
                super.interrupt();
              }
            }.start();
    assertEndsElsewhere(threads, this::untilInterrupted);
  }

  @Test
  void timeUp_blockedOnAChannel_theDriverDoesNotCloseIt() throws Exception {
    Executor threads = task -> new Thread(task).start();
    assertEndsElsewhere(threads, () -> new BlockingChannel().block());
  }

  @Test
  void timeUp_theInterruptOfAnotherTaskBlocks_isInterruptedAllTheSame() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    Executor threads =
        task ->
            new Thread(task) {
              @Override
              public void interrupt() {
                if (!ranUserCode.complete(Thread.currentThread())) {
                  super.interrupt();
                  return;
                }
                try {
                  release.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              }
            }.start();
    WheelExecutorService executor =
        WheelExecutorService.builder().timer(timer).taskExecutor(threads).build();
    try {
      CountDownLatch firstBegan = new CountDownLatch(1);
      Future<Boolean> unused =
          executor.submitWithTimeout(
              () -> {
                firstBegan.countDown();
                return release.await(1, HOURS);
              },
              SHORT);
      assertThat(firstBegan.await(20, SECONDS)).isTrue();
      now.addAndGet(SECONDS.toNanos(1));
      ranUserCode.get(20, SECONDS);
      CountDownLatch began = new CountDownLatch(1);
      Future<Boolean> second =
          executor.submitWithTimeout(
              () -> {
                began.countDown();
                return untilInterrupted();
              },
              SHORT);
      assertThat(began.await(20, SECONDS)).isTrue();
      assertThat(interrupted.await(20, SECONDS)).isTrue();
      assertThatThrownBy(second::get).hasCauseInstanceOf(TimeoutException.class);
    } finally {
      release.countDown();
      executor.shutdown();
    }
    assertThat(executor.awaitTermination(20, SECONDS)).isTrue();
  }

  /** As of the JDK, it is woken by its close alone, and an interrupt closes it. */
  private final class BlockingChannel extends AbstractInterruptibleChannel {
    Boolean block() throws Exception {
      begin();
      try {
        now.set(SECONDS.toNanos(1));
        ranUserCode.join(); // which no interrupt ends
        interrupted.countDown();
        return true;
      } finally {
        end(true);
      }
    }

    @Override
    protected void implCloseChannel() {
      ranUserCode.complete(Thread.currentThread());
    }
  }
}
