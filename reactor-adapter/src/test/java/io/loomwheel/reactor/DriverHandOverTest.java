package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Under the factory, the driver itself hands on what is due, if that calls no user code. */
class DriverHandOverTest {
  private static final int THREADS = 2;
  private static final int ROUNDS = 4;

  private final List<Runnable> byExecutor = new CopyOnWriteArrayList<>();
  private final List<String> hooked = new CopyOnWriteArrayList<>();
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
    Schedulers.setFactory(new WheelFactory(timer));
    Schedulers.onScheduleHook(
        "test",
        task -> {
          hooked.add(Thread.currentThread().getName());
          return task;
        });
  }

  @AfterEach
  void tidy() {
    Schedulers.resetOnScheduleHooks();
    Schedulers.removeExecutorServiceDecorator("test");
    Schedulers.resetFactory();
    timer.stop();
  }

  /**
   * Has each of the three run: a Worker that is disposed of while the driver sets its alarm is
   * disposed of by the executor too.
   */
  private static void runDelayed(Scheduler scheduler) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(2);
    CountDownLatch periods = new CountDownLatch(3);
    Scheduler.Worker worker = scheduler.createWorker();
    scheduler.schedule(done::countDown, 1, MILLISECONDS);
    worker.schedule(done::countDown, 1, MILLISECONDS);
    Disposable period = scheduler.schedulePeriodically(periods::countDown, 1, 1, MILLISECONDS);
    assertThat(done.await(60, SECONDS) && periods.await(60, SECONDS)).isTrue();
    period.dispose();
    worker.dispose();
  }

  /** Runs tasks until each thread has begun, and some more; {@return how many the executor got} */
  private int byExecutorOnceAllThreadsHaveBegun(Scheduler scheduler) throws InterruptedException {
    for (int i = 0; i < ROUNDS; i++) {
      runDelayed(scheduler);
    }
    int before = byExecutor.size();
    hooked.clear();
    runDelayed(scheduler);
    scheduler.dispose();
    return byExecutor.size() - before;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void schedulerOfFewThreads_getsItFromTheDriver_pastTheHook(boolean single) throws Exception {
    Scheduler few = single ? Schedulers.newSingle("few") : Schedulers.newParallel("few", THREADS);
    assertThat(byExecutorOnceAllThreadsHaveBegun(few)).isZero();
    assertThat(hooked).hasSize(3).containsOnly(Thread.currentThread().getName()); // as submitted
  }

  @Test
  void schedulerOfManyThreads_getsItFromTheExecutor() throws Exception {
    Scheduler many = Schedulers.newBoundedElastic(THREADS, 100, "many");
    assertThat(byExecutorOnceAllThreadsHaveBegun(many)).isPositive();
    assertThat(hooked).hasSizeGreaterThan(3).noneMatch(name -> name.contains("driver"));
  }

  /** {@return the executors of the schedulers that are made from now on} */
  private static List<ScheduledThreadPoolExecutor> executors() {
    List<ScheduledThreadPoolExecutor> seen = new CopyOnWriteArrayList<>();
    Schedulers.addExecutorServiceDecorator(
        "test",
        (owner, executor) -> {
          seen.add((ScheduledThreadPoolExecutor) executor);
          return executor;
        });
    return seen;
  }

  /** {@return a scheduler of one thread, which waits for the latch} */
  private static Scheduler busySingle(WheelTimer on, CountDownLatch go) {
    Scheduler single = new WheelFactory(on).newSingle(Thread::new);
    single.init();
    CountDownLatch begun = new CountDownLatch(1);
    single.schedule(
        () -> {
          begun.countDown();
          Waiting.forLatch(go);
        });
    Waiting.forLatch(begun);
    return single;
  }

  @Test
  void workersThatAreDueWhileTheirThreadIsBusy_areOneHandOverInItsQueue() {
    ManualClock clock = new ManualClock();
    List<ScheduledThreadPoolExecutor> threads = executors();
    CountDownLatch go = new CountDownLatch(1);
    Scheduler few = busySingle(WheelTimer.builder().clock(clock).build(), go);
    CountDownLatch all = new CountDownLatch(3);
    for (int i = 0; i < 3; i++) {
      few.createWorker().schedule(all::countDown, 1, MILLISECONDS);
      clock.advance(Duration.ofMillis(2));
    }
    assertThat(threads).hasSize(1);
    assertThat(threads.get(0).getQueue()).hasSize(1);
    go.countDown();
    Waiting.forLatch(all);
    CountDownLatch next = new CountDownLatch(1);
    few.createWorker().schedule(next::countDown, 1, MILLISECONDS);
    clock.advance(Duration.ofMillis(2));
    Waiting.forLatch(next);
    few.dispose();
  }

  @Test
  void workerThatIsDisposedOf_leavesTheQueueOfItsThread() {
    List<ScheduledThreadPoolExecutor> threads = executors();
    CountDownLatch go = new CountDownLatch(1);
    Scheduler single = busySingle(timer, go);
    Scheduler.Worker worker = single.createWorker();
    worker.schedule(() -> {});
    assertThat(threads.get(0).getQueue()).hasSize(1);
    worker.dispose();
    assertThat(threads.get(0).getQueue()).isEmpty();
    go.countDown();
    single.dispose();
  }

  @Test
  void executorThatADecoratorHasMade_isNotCalledByTheDriver() throws Exception {
    Schedulers.addExecutorServiceDecorator(
        "test", (owner, executor) -> Executors.unconfigurableScheduledExecutorService(executor));
    Scheduler decorated = Schedulers.newParallel("few", THREADS);
    assertThat(byExecutorOnceAllThreadsHaveBegun(decorated)).isPositive();
    assertThat(hooked).noneMatch(name -> name.contains("driver"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void factoryOfThreads_isNotCalledByTheDriver(boolean byWorkers) throws Exception {
    List<String> callers = new CopyOnWriteArrayList<>();
    Scheduler few =
        new WheelFactory(timer)
            .newParallel(
                THREADS,
                task -> {
                  callers.add(Thread.currentThread().getName());
                  return Thread.ofPlatform().daemon().unstarted(task);
                });
    few.init();
    for (int i = 0; i < 2 * THREADS; i++) {
      CountDownLatch done = new CountDownLatch(1);
      if (byWorkers) {
        few.createWorker().schedule(done::countDown, 1, MILLISECONDS);
      } else {
        few.schedule(done::countDown, 1, MILLISECONDS);
      }
      assertThat(done.await(60, SECONDS)).isTrue();
    }
    few.dispose();
    assertThat(callers).hasSize(THREADS).noneMatch(name -> name.contains("driver"));
  }
}
