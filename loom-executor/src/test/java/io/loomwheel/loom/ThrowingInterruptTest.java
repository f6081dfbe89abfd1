package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.SteppedClock;
import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** One that throws when it is notified of an end costs only itself. */
class ThrowingInterruptTest {
  private static final int RUNNING = 3;

  private final CountDownLatch running = new CountDownLatch(RUNNING);
  private final CountDownLatch interrupted = new CountDownLatch(RUNNING);

  /** Starts a thread whose interrupt is carried out, and then fails. */
  private void startStubborn(Runnable task) {
    Thread thread =
        new Thread(task) {
          @Override
          public void interrupt() {
            super.interrupt();
            throw new AssertionError("on purpose");
          }
        };
    thread.setDaemon(true);
    thread.start();
  }

  private void block() {
    running.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      interrupted.countDown();
    }
  }

  private void assertAllInterrupted(ExecutorService ended) throws InterruptedException {
    assertThat(interrupted.await(30, SECONDS)).isTrue();
    assertThat(ended.awaitTermination(30, SECONDS)).isTrue();
  }

  @Test
  void stop_aFutureAndAnInterruptThrow_everyOtherIsNotified_andTheNextStopReturnsWhatIsLeft()
      throws Exception {
    WheelTimer timer = WheelTimer.builder().shards(1).build();
    List<CompletableFuture<String>> futures = new ArrayList<>();
    List<Timeout> timeouts = new ArrayList<>();
    CountDownLatch asleep = new CountDownLatch(20);
    CountDownLatch woken = new CountDownLatch(20);
    AtomicInteger notified = new AtomicInteger();
    CompletableFuture<String> unwilling =
        Timeouts.orTimeout(timer, new Unwilling<>(), Duration.ofDays(1));
    for (int i = 0; i < RUNNING; i++) {
      startStubborn(
          () -> {
            try (DeadlineScope scope = DeadlineScope.within(timer, Duration.ofDays(1))) {
              assertThat(scope.isExpired()).isFalse();
              block();
            }
          });
    }
    assertThat(running.await(30, SECONDS)).isTrue();
    for (int i = 0; i < 20; i++) {
      futures.add(Timeouts.orTimeout(timer, new CompletableFuture<>(), Duration.ofDays(1)));
      timeouts.add(timer.newTimeout(telling(notified), 1, DAYS));
      Thread.startVirtualThread(
          () -> {
            asleep.countDown();
            try {
              Timeouts.sleep(timer, Duration.ofDays(1));
            } catch (CancellationException stopped) {
              woken.countDown();
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          });
    }
    assertThat(asleep.await(30, SECONDS)).isTrue();
    while (timer.pendingTimeouts() < 1 + RUNNING + 3 * 20) {
      Waiting.spin();
    }

    assertThatThrownBy(timer::stop)
        .isInstanceOfAny(AssertionError.class, UnsupportedOperationException.class)
        .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSize(RUNNING));

    assertThat(unwilling).isNotDone();
    assertThat(futures).allMatch(CompletableFuture::isCancelled);
    assertThat(notified).hasValue(20);
    assertThat(woken.await(30, SECONDS)).isTrue();
    assertThat(interrupted.await(30, SECONDS)).isTrue();
    assertThat(timer.stop()).containsExactlyInAnyOrderElementsOf(timeouts);
    assertThat(timer.stop()).isEmpty();
  }

  private static TimerTask telling(AtomicInteger notified) {
    return new TimerTask() {
      @Override
      public void run(Timeout timeout) {}

      @Override
      public void cancelled(Timeout timeout) {
        notified.incrementAndGet();
      }
    };
  }

  /** Its class overrides {@code cancel}. */
  private static final class Unwilling<T> extends CompletableFuture<T> {
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      throw new UnsupportedOperationException("on purpose");
    }
  }

  @Test
  void shutdownNow_ofTheWheelsExecutor_interruptsAll_andTheNextReturnsWhatWaited()
      throws Exception {
    WheelExecutorService executor =
        WheelExecutorService.builder().taskExecutor(this::startStubborn).build();
    for (int i = 0; i < RUNNING; i++) {
      executor.execute(this::block);
    }
    ScheduledFuture<?> waiting = executor.schedule(() -> {}, 1, DAYS);
    assertThat(running.await(30, SECONDS)).isTrue();
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(executor::shutdownNow)
        .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSize(RUNNING - 1));
    assertAllInterrupted(executor);
    assertThat(executor.shutdownNow()).containsExactly((Runnable) waiting);
    assertThat(executor.shutdownNow()).isEmpty();
  }

  @Test
  void shutdownNow_ofTheVirtualThreadExecutor_interruptsAll_andTheNextReturnsWhatWaited()
      throws Exception {
    VirtualThreadExecutor executor =
        VirtualThreadExecutor.builder()
            .starter(this::startStubborn)
            .maxRunning(RUNNING, 10)
            .build();
    for (int i = 0; i < RUNNING; i++) {
      executor.execute(this::block);
    }
    Runnable waiting = () -> {};
    executor.execute(waiting);
    assertThat(running.await(30, SECONDS)).isTrue();
    assertThatExceptionOfType(AssertionError.class).isThrownBy(executor::shutdownNow);
    assertAllInterrupted(executor);
    assertThat(executor.shutdownNow()).containsExactly(waiting);
    assertThat(executor.shutdownNow()).isEmpty();
  }

  @Test
  void close_isInterrupted_interruptsAll_waitsForThem_thenThrows() throws Exception {
    WheelExecutorService ofWheel =
        WheelExecutorService.builder().taskExecutor(this::startStubborn).build();
    VirtualThreadExecutor ofThreads =
        VirtualThreadExecutor.builder().starter(this::startStubborn).build();
    ofWheel.execute(this::block);
    ofThreads.execute(this::block);
    ofThreads.execute(this::block);
    ScheduledFuture<?> waiting = ofWheel.schedule(() -> {}, 1, DAYS);
    assertThat(running.await(30, SECONDS)).isTrue();
    for (ExecutorService executor : List.of(ofWheel, ofThreads)) {
      Thread.currentThread().interrupt();
      assertThatExceptionOfType(AssertionError.class)
          .isThrownBy(executor::close)
          .withMessage("on purpose");
      assertThat(Thread.interrupted()).isTrue();
      assertThat(executor.isTerminated()).isTrue();
    }
    assertThat(interrupted.await(30, SECONDS)).isTrue();
    assertThat(waiting.isCancelled()).isTrue();
  }

  @Test
  void shutdown_theClockThrowsOnce_cancelsTheOthers() {
    AtomicBoolean broken = new AtomicBoolean();
    SteppedClock clock =
        new SteppedClock() {
          @Override
          public long nanoTime() {
            if (broken.getAndSet(false)) {
              throw new IllegalStateException("on purpose");
            }
            return 0;
          }

          @Override
          public void attach(Wheels wheels) {}

          @Override
          public void detach(Wheels wheels) {}
        };
    WheelExecutorService executor =
        WheelExecutorService.builder()
            .timer(WheelTimer.builder().clock(clock).build())
            .executeDelayedAfterShutdown(false)
            .build();
    List<Future<?>> futures = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      futures.add(executor.schedule(() -> {}, 1, DAYS));
    }
    broken.set(true);
    assertThatIllegalStateException().isThrownBy(executor::shutdown).withMessage("on purpose");
    assertThat(futures).filteredOn(Future::isCancelled).hasSize(2);
    executor.shutdown();
    assertThat(futures).allMatch(Future::isCancelled);
    assertThat(executor.isTerminated()).isTrue();
  }

  @Test
  void close_isInterruptedAndAFuturesOwnCodeThrows_cancelsTheOthers() {
    WheelExecutorService executor =
        WheelExecutorService.builder().taskExecutor(task -> {}).build(); // drops all
    List<FutureTask<String>> futures = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      boolean throwing = i % 2 == 0;
      futures.add(
          new FutureTask<>(() -> "never") {
            @Override
            protected void done() {
              if (throwing) {
                throw new IllegalStateException("on purpose");
              }
            }
          });
      executor.execute(futures.get(i));
    }
    Thread.currentThread().interrupt();
    assertThatIllegalStateException().isThrownBy(executor::close).withMessage("on purpose");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(futures).allMatch(Future::isCancelled);
    assertThat(executor.isTerminated()).isTrue();
  }

  @Test
  void invokeAny_hasAResult_interruptsAllOthers() throws Exception {
    WheelExecutorService executor =
        WheelExecutorService.builder().taskExecutor(this::startStubborn).build();
    List<Callable<String>> tasks = blocking();
    tasks.add(
        () -> {
          running.await();
          return "first";
        });
    assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> executor.invokeAny(tasks));
    executor.shutdown();
    assertAllInterrupted(executor);
  }

  @Test
  void invokeAll_isInterrupted_interruptsAll() throws Exception {
    WheelExecutorService executor =
        WheelExecutorService.builder().taskExecutor(this::startStubborn).build();
    Thread caller = Thread.currentThread();
    Thread interrupter =
        Thread.startVirtualThread(
            () -> {
              Waiting.forLatch(running);
              caller.interrupt();
            });
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> executor.invokeAll(blocking()));
    interrupter.join();
    executor.shutdown();
    assertAllInterrupted(executor);
  }

  private List<Callable<String>> blocking() {
    List<Callable<String>> tasks = new ArrayList<>();
    for (int i = 0; i < RUNNING; i++) {
      tasks.add(
          () -> {
            block();
            return "late";
          });
    }
    return tasks;
  }
}
