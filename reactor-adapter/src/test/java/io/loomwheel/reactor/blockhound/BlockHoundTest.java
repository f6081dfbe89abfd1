package io.loomwheel.reactor.blockhound;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.loom.Timeouts;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.reactor.WheelFactory;
import io.loomwheel.reactor.WheelOperators;
import io.loomwheel.reactor.WheelScheduler;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.blockhound.BlockingOperationError;
import reactor.blockhound.integration.BlockHoundIntegration;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.NonBlocking;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Neither the driver nor whoever arms or cancels ever blocks. The tag gives this a JVM of its own,
 * with the option that BlockHound needs.
 */
@Tag("blockhound")
class BlockHoundTest {
  private static final int ROUNDS = 20_000;

  private final WheelTimer timer = WheelTimer.builder().threadFactory(Hound.threads()).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final Scheduler underFactory =
      new WheelFactory(timer).newParallel(1, Thread.ofPlatform().daemon().factory());

  @BeforeEach
  void forgetOthers() {
    Hound.reports();
  }

  @AfterEach
  void tidy() {
    underFactory.dispose();
    timer.close();
  }

  /** What a thread that may not block does; twice at the same time, so that they meet. */
  private interface Work {
    void run() throws Exception;
  }

  private static void twice(Work work) throws Exception {
    work.run(); // here, so that all classes are loaded
    Hound.reports();
    FutureTask<?> one = start(work);
    FutureTask<?> other = start(work);
    one.get(30, SECONDS);
    other.get(30, SECONDS);
  }

  private static FutureTask<?> start(Work work) {
    FutureTask<?> task =
        new FutureTask<>(
            () -> {
              work.run();
              return null;
            });
    Hound.threads().newThread(task).start();
    return task;
  }

  @Test
  void hound_sleepAndPark_areReportedOfTheseThreadsAlone() throws Exception {
    twice(() -> LockSupport.parkNanos(1));
    assertThat(Hound.reports()).hasSize(2).allMatch(call -> call.getMessage().contains("park"));
    twice(() -> Thread.sleep(1));
    assertThat(Hound.reports()).hasSize(2).allMatch(call -> call.getMessage().contains("sleep"));
    LockSupport.parkNanos(1);
    assertThat(Hound.reports()).isEmpty();
  }

  @Test
  void driver_thatBlocksInATask_isReported() throws Exception {
    CountDownLatch ran = new CountDownLatch(1);
    WheelTimer inline =
        WheelTimer.builder().threadFactory(Hound.threads()).taskExecutor(Runnable::run).build();
    inline.schedule(
        () -> {
          LockSupport.parkNanos(1);
          ran.countDown();
        },
        Duration.ofMillis(1));
    assertThat(ran.await(30, SECONDS)).isTrue();
    assertThat(Hound.reports()).singleElement().asString().contains("park");
    inline.close();
  }

  @Test
  void driver_firingByTheThousand_neverBlocksButToSleep() throws Exception {
    CountDownLatch ran = new CountDownLatch(2 * ROUNDS);
    twice(
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            scheduler.schedule(ran::countDown, i, MICROSECONDS);
          }
        });
    assertThat(ran.await(30, SECONDS)).isTrue();
    assertThat(timer.stats().wakeUps()).isPositive();
    assertThat(Hound.reports()).isEmpty();
  }

  @Test
  void armAndCancel_onTheTimer_neverBlock() throws Exception {
    twice(
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            var timeout = timer.newTimeout(none -> {}, DAYS.toNanos(1) + i, NANOSECONDS);
            timeout.reschedule(2, DAYS);
            timeout.reschedule(1, DAYS);
            timeout.cancel();
          }
        });
    assertThat(Hound.reports()).isEmpty();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void arm_whileTheDriverIsLate_yieldsUnreported() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    AtomicLong nanos = new AtomicLong();
    WheelTimer late =
        WheelTimer.builder()
            .shards(1)
            .clock(nanos::get)
            .threadFactory(
                driver ->
                    new Thread(
                        () -> {
                          awaitQuietly(go);
                          driver.run();
                        }))
            .build();
    late.newTimeout(none -> {}, 1, MICROSECONDS);
    nanos.set(SECONDS.toNanos(1));
    twice(
        () -> {
          for (int i = 0; i < 1000; i++) {
            late.newTimeout(none -> {}, 1, DAYS);
          }
        });
    go.countDown();
    late.close();
    assertThat(Hound.reports()).isEmpty();
  }

  @Test
  void armAndCancel_onASchedulerAndItsWorkers_neverBlock() throws Exception {
    Scheduler.Worker shared = scheduler.createWorker();
    twice(
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            scheduler.schedule(() -> {}, 1, DAYS).dispose();
            scheduler.schedulePeriodically(() -> {}, 1, 1, DAYS).dispose();
            shared.schedule(() -> {}, 1, DAYS).dispose();
            Scheduler.Worker worker = scheduler.createWorker();
            worker.schedule(() -> {}, 1, DAYS);
            worker.dispose();
          }
        });
    assertThat(Hound.reports()).isEmpty();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void dispose_ofWhatWaitsForAThreadOfTheFactory_neverBlocks() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    underFactory.init(); // as Reactor does; its threads are known from then on
    underFactory.schedule(() -> awaitQuietly(go));
    Queue<Disposable> waiting = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < 3 * ROUNDS; i++) {
      waiting.add(underFactory.createWorker().schedule(() -> {}));
    }
    twice(
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            waiting.remove().dispose();
          }
        });
    go.countDown();
    assertThat(Hound.reports()).isEmpty();
  }

  @Test
  void armAndCancel_byOperators_neverBlock() throws Exception {
    Duration day = Duration.ofDays(1);
    twice(
        () -> {
          for (int i = 0; i < ROUNDS / 10; i++) {
            Mono.delay(day, scheduler).subscribe().dispose();
            Mono.delay(day, underFactory).subscribe().dispose();
            Flux.interval(day, scheduler).subscribe().dispose();
            Flux.range(0, 10).timeout(day, scheduler).subscribe();
            Flux.range(0, 10).timeout(day, underFactory).subscribe();
            Flux.range(0, 10).transform(WheelOperators.timeout(day, scheduler)).subscribe();
          }
        });
    assertThat(Hound.reports()).isEmpty();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  /** The one wait there is: all tasks are looked at, while another thread does the same. */
  @Test
  void dispose_whileAnotherLooksAtAllTasks_isAllowedToWaitForThat() throws Exception {
    WheelScheduler view = WheelScheduler.on(timer);
    Disposable pending = view.schedule(() -> {}, 1, DAYS);
    CountDownLatch looking = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Thread other =
        Thread.ofPlatform()
            .start(
                () ->
                    TimerAccess.engineOf(timer)
                        .pending(
                            node -> {
                              looking.countDown();
                              awaitQuietly(go); // under the lock of the shard
                              return false;
                            }));
    assertThat(looking.await(30, SECONDS)).isTrue();
    Hound.reports();
    FutureTask<?> disposal = start(view::dispose);
    while (!view.isDisposed()) {
      Waiting.spin();
    }
    assertThat(pending.isDisposed()).isFalse(); // it waits for the lock
    go.countDown();
    disposal.get(30, SECONDS);
    other.join();
    assertThat(pending.isDisposed()).isTrue();
    assertThat(Hound.reports()).isEmpty();
  }

  /** The interrupt takes so long that the task ends before. */
  @Test
  void task_disposedOfAsItEnds_waitsForItsInterruptUnreported_andIsCountedAsEnded()
      throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    AtomicBoolean interrupting = new AtomicBoolean();
    class Slow extends Thread implements NonBlocking {
      Slow(Runnable task) {
        super(task);
      }

      @Override
      public void interrupt() {
        super.interrupt();
        interrupting.set(true);
        long end = System.nanoTime() + 20_000_000;
        while (System.nanoTime() < end) {
          Thread.onSpinWait();
        }
      }
    }
    WheelScheduler own =
        WheelScheduler.builder().timer(timer).taskExecutor(task -> new Slow(task).start()).build();
    List<Throwable> errors = new CopyOnWriteArrayList<>();
    Schedulers.onHandleError((thread, error) -> errors.add(error));
    Disposable task =
        own.schedule(
            () -> {
              running.countDown();
              while (!interrupting.get()) {
                Thread.currentThread().isInterrupted();
              }
            });
    assertThat(running.await(30, SECONDS)).isTrue();
    task.dispose();
    own.disposeGracefully().block(Duration.ofSeconds(30));
    Schedulers.resetOnHandleError();
    assertThat(errors).isEmpty();
    assertThat(Hound.reports()).isEmpty();
  }

  @Test
  void sleep_thatIsForbidden_leavesNothingInTheWheel() {
    Hound.forbids = true;
    try {
      assertThat(start(() -> Timeouts.sleep(timer, Duration.ofHours(1))))
          .failsWithin(Duration.ofSeconds(30))
          .withThrowableOfType(ExecutionException.class)
          .withCauseInstanceOf(BlockingOperationError.class);
    } finally {
      Hound.forbids = false;
    }
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void executorWithATimerOfItsOwn_shutDown_doesNotWaitForItsDriver() throws Exception {
    twice(
        () -> {
          WheelExecutorService executor = WheelExecutorService.create();
          Future<?> last = executor.schedule(() -> {}, 1, DAYS);
          executor.shutdown();
          last.cancel(false);
          WheelExecutorService now = WheelExecutorService.create();
          Future<?> unused = now.schedule(() -> {}, 1, DAYS);
          now.shutdownNow();
        });
    assertThat(Hound.reports()).isEmpty();
  }

  @Test
  void integration_isFoundByBlockHound() {
    assertThat(ServiceLoader.load(BlockHoundIntegration.class))
        .hasAtLeastOneElementOfType(WheelIntegration.class);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void schedule_withoutDelay_neverBlocksWhoSubmits() throws Exception {
    CountDownLatch ran = new CountDownLatch(2 * ROUNDS);
    twice(
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            scheduler.schedule(ran::countDown);
          }
        });
    assertThat(ran.await(30, SECONDS)).isTrue();
    assertThat(Hound.reports()).isEmpty();
  }
}
