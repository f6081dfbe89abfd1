package io.loomwheel.rxjava;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Under the plugins, the driver itself hands on what is due, if that calls no user code. */
class DriverHandOverTest {
  private final List<Runnable> byExecutor = new CopyOnWriteArrayList<>();
  private final WheelTimer timer =
      WheelTimer.builder()
          .name("test")
          .taskExecutor(
              task -> {
                byExecutor.add(task);
                Thread.startVirtualThread(task);
              })
          .build();

  @BeforeEach
  void install() {
    WheelPlugins.install(timer);
  }

  @AfterEach
  void tidy() {
    RxJavaPlugins.reset();
    WheelPlugins.uninstall();
    timer.stop();
    Schedulers.start();
  }

  /**
   * Runs tasks of each kind. The Worker is left to the end of the timer: one that is disposed of as
   * the driver sets its alarm is disposed of by the executor too.
   */
  private void runsDelayed(Scheduler scheduler) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(5);
    Scheduler.Worker worker = scheduler.createWorker();
    scheduler.scheduleDirect(done::countDown, 1, MILLISECONDS);
    worker.schedule(done::countDown, 1, MILLISECONDS);
    worker.schedulePeriodically(done::countDown, 1, 1, MILLISECONDS);
    assertThat(done.await(60, SECONDS)).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPUTATION", "SINGLE"})
  void schedulerOfFewThreads_getsItFromTheDriver(StockScheduler kind) throws Exception {
    runsDelayed(kind.scheduler.get());
    assertThat(byExecutor).isEmpty();
  }

  @Test
  void schedulerThatMayStartAThread_getsItFromTheExecutor() throws Exception {
    runsDelayed(Schedulers.io());
    assertThat(byExecutor).isNotEmpty();
  }

  /** As a handler of {@code setInit…} returns it for one of RxJava's own, or another handler. */
  private static Scheduler inPlaceOfTheStockOne(Scheduler replacement) throws Throwable {
    return requireNonNull(RxJavaPlugins.getSingleSchedulerHandler()).apply(replacement);
  }

  @Test
  void schedulerOfSomebodyElse_inPlaceOfAStockOne_getsItFromTheExecutor() throws Throwable {
    runsDelayed(inPlaceOfTheStockOne(new Lender(Schedulers.single())));
    assertThat(byExecutor).isNotEmpty();
  }

  @Test
  void executorInPlaceOfAStockScheduler_isNeverCalledByTheDriver() throws Throwable {
    List<String> callers = new CopyOnWriteArrayList<>();
    runsDelayed(
        inPlaceOfTheStockOne(
            Schedulers.from(
                task -> {
                  callers.add(Thread.currentThread().getName());
                  task.run();
                })));
    assertThat(callers).isNotEmpty().noneMatch(name -> name.contains("driver"));
  }

  @Test
  void tasksOfASchedulerInPlaceOfAStockOne_mayWaitForEachOther() throws Throwable {
    Scheduler replaced = inPlaceOfTheStockOne(Schedulers.from(Thread::startVirtualThread));
    Phaser both = new Phaser(2);
    CountDownLatch done = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      replaced.scheduleDirect(
          () -> {
            both.arriveAndAwaitAdvance();
            done.countDown();
          },
          1,
          MILLISECONDS);
    }
    assertThat(done.await(30, SECONDS)).isTrue();
  }

  @Test
  void failureOfAHandOver_isReportedByAnotherThreadThanTheDriver() throws Throwable {
    BlockingQueue<String> reporters = new LinkedBlockingQueue<>();
    RxJavaPlugins.setErrorHandler(error -> reporters.add(Thread.currentThread().getName()));
    Scheduler failing =
        RxJavaPlugins.createSingleScheduler(
            task -> {
              throw new IllegalStateException("no thread, on purpose");
            });
    inPlaceOfTheStockOne(failing).scheduleDirect(() -> {}, 1, MILLISECONDS);
    assertThat(reporters.poll(30, SECONDS)).isNotNull().doesNotContain("driver");
    failing.shutdown();
  }

  @Test
  void aHandlerOfOnSchedule_isNeverCalledByTheDriver() throws Exception {
    List<String> callers = new CopyOnWriteArrayList<>();
    RxJavaPlugins.setScheduleHandler(
        task -> {
          callers.add(Thread.currentThread().getName());
          return task;
        });
    runsDelayed(Schedulers.computation());
    assertThat(byExecutor).isNotEmpty();
    assertThat(callers).isNotEmpty().noneMatch(name -> name.contains("driver"));
  }
}
