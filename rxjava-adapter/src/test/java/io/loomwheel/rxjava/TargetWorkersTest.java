package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.SchedulerRunnableIntrospection;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which tasks keep to one Worker of the target, and when it gets that Worker back. */
class TargetWorkersTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final Lender target = new Lender(Schedulers.trampoline()); // inline, so that all is exact
  private final WheelScheduler scheduler = WheelScheduler.delegating(timer, target);
  private final List<String> ran = new ArrayList<>();

  @AfterEach
  void tidy() {
    WheelPlugins.uninstall();
    RxJavaPlugins.reset();
  }

  private Disposable everySecond(Runnable task) {
    return scheduler.schedulePeriodicallyDirect(task, 1, 1, SECONDS);
  }

  // --- an executor, which has no life ---

  @Test
  void workerOnAnExecutor_disposed_leavesTheOthersAlone_andThoseToCome() {
    WheelScheduler onExecutor =
        WheelScheduler.builder().timer(timer).taskExecutor(Runnable::run).build();
    Scheduler.Worker first = onExecutor.createWorker();
    Scheduler.Worker second = onExecutor.createWorker();
    first.dispose();
    assertThat(first.isDisposed()).isTrue();
    assertThat(second.isDisposed()).isFalse();
    second.schedule(() -> ran.add("second"));
    onExecutor.createWorker().schedule(() -> ran.add("third"), 1, SECONDS);
    onExecutor.shutdown();
    onExecutor.start();
    onExecutor.createWorker().schedule(() -> ran.add("after a start"), 1, SECONDS);
    clock.advance(SECOND);
    assertThat(ran).containsExactly("second", "after a start");
  }

  // --- a periodic task of the scheduler itself ---

  @Test
  void periodicTask_keepsToOneWorker_givenBackWhenItIsDisposedOf() {
    Disposable task = everySecond(() -> ran.add("tick"));
    clock.advance(Duration.ofSeconds(5));
    assertThat(ran).hasSize(5);
    assertThat(target.made).hasSize(1);
    assertThat(target.direct).hasValue(0);
    assertThat(target.lent()).isEqualTo(1);
    task.dispose();
    task.dispose();
    assertThat(target.lent()).isZero();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void periodicTask_withoutAnInitialDelay_runsAtOnce_onItsWorkerToo() {
    Disposable task = scheduler.schedulePeriodicallyDirect(() -> ran.add("tick"), 0, 1, SECONDS);
    assertThat(ran).hasSize(1);
    clock.advance(SECOND);
    assertThat(ran).hasSize(2);
    assertThat(target.made).hasSize(1);
    task.dispose();
    assertThat(target.lent()).isZero();
  }

  @Test
  void periodicTask_thatThrows_givesItsWorkerBack() {
    List<Throwable> errors = new CopyOnWriteArrayList<>();
    RxJavaPlugins.setErrorHandler(errors::add);
    Disposable task =
        everySecond(
            () -> {
              throw new IllegalStateException("on purpose");
            });
    clock.advance(Duration.ofSeconds(3));
    assertThat(errors).hasSize(1);
    assertThat(task.isDisposed()).isTrue();
    assertThat(target.lent()).isZero();
  }

  @Test
  void periodicTask_thatDisposesOfItself_givesItsWorkerBackOnceItIsOver() {
    AtomicReference<Disposable> self = new AtomicReference<>();
    self.set(
        everySecond(
            () -> {
              self.get().dispose();
              ran.add("lent while it runs: " + target.lent());
            }));
    clock.advance(Duration.ofSeconds(3));
    assertThat(ran).containsExactly("lent while it runs: 1");
    assertThat(target.lent()).isZero();
  }

  @Test
  void periodicTask_refusedByTheTimer_givesItsWorkerBack_andIsReported() {
    List<Throwable> errors = new CopyOnWriteArrayList<>();
    RxJavaPlugins.setErrorHandler(errors::add);
    WheelTimer full = WheelTimer.builder().clock(clock).maxPendingTimeouts(1).build();
    WheelScheduler onFull = WheelScheduler.delegating(full, target);
    onFull.scheduleDirect(() -> {}, 1, SECONDS);
    assertThat(onFull.schedulePeriodicallyDirect(() -> {}, 1, 1, SECONDS))
        .isSameAs(Disposable.disposed());
    timer.stop();
    assertThat(everySecond(() -> {})).isSameAs(Disposable.disposed());
    assertThat(scheduler.schedulePeriodicallyDirect(() -> {}, 0, 1, SECONDS))
        .isSameAs(Disposable.disposed());
    assertThat(errors).hasSize(3).allMatch(e -> e.getCause() instanceof RejectedExecutionException);
    assertThat(target.lent()).isZero();
  }

  /** What needs no wheel doesn't ask it. */
  @Test
  void task_withoutADelay_runsThoughTheTimerIsStopped() throws InterruptedException {
    Scheduler.Worker worker = scheduler.createWorker();
    timer.stop();
    CountDownLatch both = new CountDownLatch(2);
    scheduler.scheduleDirect(both::countDown);
    worker.schedule(both::countDown);
    assertThat(both.await(10, SECONDS)).isTrue();
  }

  @Test
  void periodicTask_whoseTimerIsStopped_givesItsWorkerBack() {
    Disposable task = everySecond(() -> ran.add("tick"));
    clock.advance(SECOND);
    timer.stop();
    assertThat(task.isDisposed()).isTrue();
    assertThat(target.lent()).isZero();
  }

  @Test
  void periodicTask_whoseTargetIsShutDown_isDisposedOf() {
    Scheduler computation = RxJavaPlugins.createComputationScheduler(Thread::new);
    Disposable task =
        WheelScheduler.delegating(timer, computation)
            .schedulePeriodicallyDirect(() -> ran.add("tick"), 1, 1, SECONDS);
    computation.shutdown();
    RxJavaPlugins.setErrorHandler(e -> {});
    clock.advance(SECOND);
    assertThat(task.isDisposed()).isTrue();
    assertThat(ran).isEmpty();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void periodicTask_tellsWhatWasSubmitted() {
    Runnable submitted = () -> ran.add("tick");
    Disposable task = everySecond(submitted);
    assertThat(((SchedulerRunnableIntrospection) task).getWrappedRunnable()).isSameAs(submitted);
    task.dispose();
    assertThat(((SchedulerRunnableIntrospection) task).getWrappedRunnable()).isNotSameAs(submitted);
  }

  @Test
  void interval_onNewThread_startsOneThread_installedToo() throws Exception {
    WheelPlugins.install(timer);
    Scheduler installed = Schedulers.newThread();
    WheelPlugins.uninstall();
    for (Scheduler each :
        List.of(WheelScheduler.delegating(timer, Schedulers.newThread()), installed)) {
      Set<Thread> threads = ConcurrentHashMap.newKeySet();
      Semaphore elements = new Semaphore(0);
      Disposable flow =
          Flowable.interval(1, HOURS, each)
              .subscribe(
                  n -> {
                    threads.add(Thread.currentThread());
                    elements.release();
                  });
      for (int i = 0; i < 20; i++) {
        while (timer.pendingTimeouts() == 0) {
          Waiting.spin(); // the period goes on once the task has run
        }
        clock.advance(Duration.ofHours(1));
        assertThat(elements.tryAcquire(30, SECONDS)).isTrue();
      }
      flow.dispose();
      assertThat(threads).hasSize(1);
      Thread only = threads.iterator().next();
      only.join(30_000); // which ends, because its Worker was given back
      assertThat(only.isAlive()).isFalse();
    }
  }

  // --- Workers ---

  @Test
  void shutdown_whileAWorkerTakesOneOfTheTarget_givesThatBack() {
    WheelScheduler[] self = new WheelScheduler[1];
    Scheduler shuttingDown =
        new Scheduler() {
          @Override
          public Worker createWorker() {
            self[0].shutdown();
            return target.createWorker();
          }
        };
    self[0] = WheelScheduler.delegating(timer, shuttingDown);
    self[0].createWorker().schedule(() -> ran.add("dropped"));
    assertThat(target.made).hasSize(1);
    assertThat(target.lent()).isZero();
    assertThat(ran).isEmpty();
  }

  /** Its own Worker, which all of ours share, doesn't say so until it is asked. */
  @Test
  void workers_whoseThreadIsShutDown_areDisposedOfOnceOneIsRefused() {
    Scheduler computation = RxJavaPlugins.createComputationScheduler(Thread::new);
    WheelScheduler onOne = WheelScheduler.delegating(timer, computation, true, 1);
    Scheduler.Worker first = onOne.createWorker();
    Scheduler.Worker second = onOne.createWorker();
    computation.shutdown();
    RxJavaPlugins.setErrorHandler(e -> {});
    assertThat(first.schedule(() -> ran.add("refused")).isDisposed()).isTrue();
    assertThat(List.of(first, second)).allMatch(Disposable::isDisposed);
    assertThat(ran).isEmpty();
  }

  /** Which the target says by its answer, though its Worker is not disposed of. */
  @Test
  void worker_refusedByThatOfTheTarget_isDisposedOf() {
    Scheduler refusing =
        new Scheduler() {
          @Override
          public Worker createWorker() {
            return new Worker() {
              @Override
              public Disposable schedule(Runnable run, long delay, TimeUnit unit) {
                return Disposable.disposed();
              }

              @Override
              public void dispose() {}

              @Override
              public boolean isDisposed() {
                return false;
              }
            };
          }
        };
    WheelScheduler onRefusing = WheelScheduler.delegating(timer, refusing);
    Scheduler.Worker worker = onRefusing.createWorker();
    Disposable waiting = worker.schedule(() -> ran.add("refused"), 1, SECONDS);
    clock.advance(SECOND);
    assertThat(waiting.isDisposed()).isTrue();
    assertThat(worker.isDisposed()).isTrue();
    assertThat(onRefusing.createWorker().schedule(() -> {}).isDisposed()).isTrue();
  }

  @Test
  void shutdown_givesBackEveryWorker_andStartBeginsAnew() {
    List<Disposable> tasks = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Scheduler.Worker worker = scheduler.createWorker();
      worker.schedule(() -> ran.add("at once"));
      tasks.add(worker.schedule(() -> ran.add("dropped"), 2, SECONDS));
    }
    scheduler.createWorker().schedule(() -> ran.add("at once"));
    tasks.add(everySecond(() -> ran.add("tick")));
    clock.advance(SECOND);
    assertThat(target.lent()).isEqualTo(5);
    scheduler.shutdown();
    assertThat(target.lent()).isZero();
    assertThat(tasks).allMatch(Disposable::isDisposed);
    scheduler.createWorker().schedule(() -> ran.add("dropped"));
    assertThat(target.made).hasSize(5); // one that refuses everything needs none
    scheduler.start();
    scheduler.createWorker().schedule(() -> ran.add("again"), 1, SECONDS);
    clock.advance(SECOND);
    assertThat(ran).containsExactly("at once", "at once", "at once", "at once", "tick", "again");
    assertThat(target.lent()).isEqualTo(1);
  }

  @Test
  void shutdown_disposesOfWhatWaitsInATargetThatIsBusy() throws Exception {
    Scheduler single = RxJavaPlugins.createSingleScheduler(Thread::new);
    WheelScheduler onSingle = WheelScheduler.delegating(timer, single, false);
    CountDownLatch go = new CountDownLatch(1);
    single.scheduleDirect(() -> Waiting.forLatch(go));
    Disposable queued = onSingle.createWorker().schedule(() -> ran.add("dropped"));
    onSingle.shutdown();
    assertThat(queued.isDisposed()).isTrue();
    go.countDown();
    single.shutdown();
    assertThat(ran).isEmpty();
  }
}
