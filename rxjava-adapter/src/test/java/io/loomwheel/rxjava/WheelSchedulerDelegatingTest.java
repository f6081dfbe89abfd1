package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loomwheel.WheelTimer;
import io.loomwheel.contract.DelegatingContract;
import io.loomwheel.contract.Subject;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.SchedulerRunnableIntrospection;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The wheel waits, and another scheduler runs. */
class WheelSchedulerDelegatingTest extends DelegatingContract {
  private final Scheduler target =
      RxJavaPlugins.createComputationScheduler(
          Thread.ofPlatform().daemon().name("target-", 0).factory());
  private final WheelScheduler scheduler = WheelScheduler.delegating(timer, target);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer manual = WheelTimer.builder().clock(clock).build();

  @Override
  protected Subject delegating() {
    return new RxSubject(scheduler, () -> {}, () -> {});
  }

  @Override
  protected Subject delegatingToThreads() {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "it has as many threads");
    return new RxSubject(new RxDelegatingScheduler(timer, target), () -> {}, () -> {});
  }

  @Override
  protected void runOnTarget(Runnable task) {
    target.scheduleDirect(task);
  }

  @Override
  protected void onSchedule(UnaryOperator<Runnable> hook) {
    RxJavaPlugins.setScheduleHandler(hook::apply);
  }

  @Override
  protected void reset() {
    RxJavaPlugins.reset();
    target.shutdown();
  }

  @Test
  void worker_whoseTargetIsBusy_runsWhatHasNoDelayBetweenWhatWasDueBeforeAndAfter()
      throws Exception {
    Scheduler.Worker worker = WheelScheduler.delegating(manual, target).createWorker();
    BlockingQueue<String> ran = new LinkedBlockingQueue<>();
    CountDownLatch go = new CountDownLatch(1);
    worker.schedule(() -> Waiting.forLatch(go));
    worker.schedule(() -> ran.add("due at 1"), 1, SECONDS);
    worker.schedule(() -> ran.add("due at 2"), 2, SECONDS);
    clock.advance(Duration.ofSeconds(1));
    worker.schedule(() -> ran.add("submitted in between"));
    clock.advance(Duration.ofSeconds(1));
    go.countDown();
    for (String expected : List.of("due at 1", "submitted in between", "due at 2")) {
      assertThat(ran.poll(30, SECONDS)).isEqualTo(expected);
    }
  }

  @Test
  void timerIsStopped_whatIsToWaitIsReported_andTheRestRuns() {
    WheelScheduler delays = WheelScheduler.delegating(manual, target);
    List<Throwable> reported = new CopyOnWriteArrayList<>();
    RxJavaPlugins.setErrorHandler(reported::add);
    manual.stop();
    assertThat(delays.scheduleDirect(() -> {}, 1, SECONDS).isDisposed()).isTrue();
    assertThat(delays.createWorker().schedule(() -> {}, 1, SECONDS).isDisposed()).isTrue();
    assertThat(delays.schedulePeriodicallyDirect(() -> {}, 0, 1, SECONDS).isDisposed()).isTrue();
    assertThat(reported)
        .hasSize(3)
        .allMatch(it -> it.getCause().getMessage().startsWith("the timer was stopped: "));
    CountDownLatch ran = new CountDownLatch(1);
    delays.scheduleDirect(ran::countDown);
    Waiting.forLatch(ran);
    delays.shutdown();
    assertThat(delays.scheduleDirect(() -> {}, 1, SECONDS).isDisposed()).isTrue();
    assertThat(reported).as("no report, as of stock, once it is shut down").hasSize(3);
  }

  @Test
  void worker_handsABurstToItsTargetAsOneTask() throws Exception {
    List<Runnable> hooked = new CopyOnWriteArrayList<>();
    Scheduler.Worker worker = WheelScheduler.delegating(manual, target).createWorker();
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(100);
    worker.schedule(() -> Waiting.forLatch(go));
    for (int i = 0; i < 100; i++) {
      worker.schedule(done::countDown, 1, SECONDS);
    }
    RxJavaPlugins.setScheduleHandler(
        task -> {
          hooked.add(task);
          return task;
        });
    clock.advance(Duration.ofSeconds(1));
    assertThat(hooked).isEmpty(); // they joined what the Worker has in hand already
    go.countDown();
    assertThat(done.await(30, SECONDS)).isTrue();
    assertThat(hooked).hasSizeLessThanOrEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void directTask_disposedBeforeItsThreadBegins_leavesTheQueueOfThatThread(boolean ofPlugins) {
    Scheduler one = RxJavaPlugins.createSingleScheduler(Thread.ofPlatform().daemon().factory());
    Scheduler direct =
        ofPlugins ? new RxDelegatingScheduler(manual, one) : WheelScheduler.delegating(manual, one);
    CountDownLatch go = new CountDownLatch(1);
    one.scheduleDirect(() -> Waiting.forLatch(go));
    List<WeakReference<Runnable>> handedOver = new ArrayList<>();
    RxJavaPlugins.setScheduleHandler(
        task -> {
          handedOver.add(new WeakReference<>(task));
          return task;
        });
    direct.scheduleDirect(() -> {}).dispose();
    assertThat(Waiting.isCollected(handedOver.getFirst())).isTrue();
    go.countDown();
    one.shutdown();
  }

  @Test
  void directTask_ofThePlugins_showsItsAction_untilItHasRun() throws Exception {
    Scheduler one = RxJavaPlugins.createSingleScheduler(Thread.ofPlatform().daemon().factory());
    CountDownLatch go = new CountDownLatch(1);
    Runnable action = () -> Waiting.forLatch(go);
    Disposable task = new RxDelegatingScheduler(manual, one).scheduleDirect(action);
    assertThat(((SchedulerRunnableIntrospection) task).getWrappedRunnable()).isSameAs(action);
    go.countDown();
    while (!task.isDisposed()) {
      Waiting.spin();
    }
    assertThat(((SchedulerRunnableIntrospection) task).getWrappedRunnable()).isNotSameAs(action);
    one.shutdown();
  }

  @Test
  void shutdown_thenStart_worksOnTheSameTarget() throws Exception {
    scheduler.shutdown();
    assertThat(scheduler.scheduleDirect(() -> {})).isSameAs(Disposable.disposed());
    scheduler.start();
    CountDownLatch done = new CountDownLatch(2);
    scheduler.scheduleDirect(task(done), 1, MILLISECONDS);
    scheduler.createWorker().schedule(task(done), 1, MILLISECONDS);
    assertThat(done.await(30, SECONDS)).isTrue();
    assertThat(threads).containsExactly("target");
  }

  @Test
  void targetThatRefuses_byWhateverIsDisposed_endsWhatWasDue() {
    Disposable refusal = Disposable.empty();
    refusal.dispose();
    Scheduler refusing =
        new Scheduler() {
          @Override
          public Disposable scheduleDirect(Runnable run) {
            return refusal;
          }

          @Override
          public Worker createWorker() {
            return target.createWorker();
          }
        };
    Disposable due =
        WheelScheduler.delegating(manual, refusing).scheduleDirect(() -> {}, 1, SECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(due.isDisposed()).isTrue();
  }

  @Test
  void targetShutDown_refusesAndReports_andWhatWaitedIsDisposed() {
    List<Throwable> errors = new CopyOnWriteArrayList<>();
    RxJavaPlugins.setErrorHandler(errors::add);
    WheelScheduler onTarget = WheelScheduler.delegating(manual, target);
    CountDownLatch ran = new CountDownLatch(1);
    Disposable direct = onTarget.scheduleDirect(ran::countDown, 1, SECONDS);
    target.shutdown();
    clock.advance(Duration.ofSeconds(1));
    assertThat(direct.isDisposed()).isTrue();
    assertThat(onTarget.scheduleDirect(ran::countDown)).isSameAs(Disposable.disposed());
    assertThat(errors).hasSize(2).allMatch(e -> e.getCause() instanceof RejectedExecutionException);
    assertThat(ran.getCount()).isEqualTo(1);
  }

  @Test
  void targetsWorkerDisposed_disposesOfOurs() {
    Scheduler.Worker[] made = new Scheduler.Worker[1];
    Scheduler remembering =
        new Scheduler() {
          @Override
          public Worker createWorker() {
            made[0] = Schedulers.trampoline().createWorker(); // runs on the spot
            return made[0];
          }
        };
    Scheduler.Worker worker = WheelScheduler.delegating(manual, remembering).createWorker();
    CountDownLatch ran = new CountDownLatch(1);
    worker.schedule(() -> {});
    Disposable waiting = worker.schedule(ran::countDown, 1, SECONDS);
    Disposable later = worker.schedule(ran::countDown, 2, SECONDS);
    made[0].dispose();
    assertThat(worker.isDisposed()).isTrue();
    assertThat(worker.schedule(ran::countDown, 1, SECONDS)).isSameAs(Disposable.disposed());
    clock.advance(Duration.ofSeconds(1));
    assertThat(waiting.isDisposed()).isTrue();
    assertThat(later.isDisposed()).isTrue();
    assertThat(ran.getCount()).isEqualTo(1);
    assertThat(manual.pendingTimeouts()).isZero();
  }

  /** Which says "disposed" of what it has run, so that a refusal can't be told by that alone. */
  @Test
  void targetThatRunsOnTheSpot_runsEverythingOnce_periodicTasksToo() {
    WheelScheduler onTheSpot = WheelScheduler.delegating(manual, Schedulers.trampoline());
    Scheduler.Worker worker = onTheSpot.createWorker();
    List<String> ran = new ArrayList<>();
    onTheSpot.scheduleDirect(() -> ran.add("now"));
    onTheSpot.scheduleDirect(() -> ran.add("direct"), 1, SECONDS);
    onTheSpot.schedulePeriodicallyDirect(() -> ran.add("tick"), 2, 2, SECONDS);
    worker.schedule(() -> ran.add("of a Worker"), 3, SECONDS);
    worker.schedulePeriodically(() -> ran.add("tock"), 5, 2, SECONDS);
    worker.schedule(worker::dispose, 6, SECONDS);
    clock.advance(Duration.ofSeconds(8));
    assertThat(ran)
        .containsExactly("now", "direct", "tick", "of a Worker", "tick", "tock", "tick", "tick");
  }

  @Test
  void onSchedule_seesEverySubmissionOnceOnTheCallersThread() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    Thread caller = Thread.currentThread();
    CountDownLatch done = new CountDownLatch(3);
    Scheduler.Worker worker = scheduler.createWorker();
    RxJavaPlugins.setScheduleHandler(
        task -> {
          if (Thread.currentThread() == caller) {
            calls.incrementAndGet();
          }
          return task;
        });
    scheduler.scheduleDirect(done::countDown);
    scheduler.scheduleDirect(done::countDown, 1, MILLISECONDS);
    worker.schedule(done::countDown, 1, MILLISECONDS);
    assertThat(done.await(30, SECONDS)).isTrue();
    assertThat(calls).hasValue(3);
  }

  @Test
  void onSchedule_ofASchedulerThatIsShutDown_seesNothing() {
    List<Runnable> hooked = new CopyOnWriteArrayList<>();
    RxJavaPlugins.setScheduleHandler(
        task -> {
          hooked.add(task);
          return task;
        });
    for (WheelScheduler each : List.of(scheduler, WheelScheduler.on(manual))) {
      each.shutdown();
      assertThat(
              List.of(
                  each.scheduleDirect(() -> {}),
                  each.scheduleDirect(() -> {}, 1, SECONDS),
                  each.schedulePeriodicallyDirect(() -> {}, 1, 1, SECONDS),
                  each.createWorker().schedule(() -> {}, 1, SECONDS)))
          .containsOnly(Disposable.disposed());
    }
    assertThat(hooked).isEmpty();
  }
}
