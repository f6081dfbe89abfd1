package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a scheduler is made; what it does is in the tests of the contract. */
class WheelSchedulerTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final List<String> ran = new ArrayList<>();

  @AfterEach
  void resetHooks() {
    RxJavaPlugins.reset();
  }

  @Test
  void builder_timer_isSharedAndLeftRunning() {
    WheelScheduler scheduler = WheelScheduler.builder().timer(timer).name("orders").build();
    assertThat(scheduler.timer()).isSameAs(timer);
    assertThat(scheduler).asString().contains("orders");
    scheduler.shutdown();
    WheelScheduler.on(timer).scheduleDirect(() -> ran.add("other view"), 1, SECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("other view");
  }

  @Test
  void periodicTask_withoutAnInitialDelay_onAnExecutor_catchesUpNothing() {
    WheelScheduler scheduler =
        WheelScheduler.builder().timer(timer).taskExecutor(Runnable::run).build();
    clock.advance(Duration.ofSeconds(10));
    scheduler.schedulePeriodicallyDirect(() -> ran.add("tick"), 0, 1, SECONDS);
    clock.advance(Duration.ofSeconds(3));
    assertThat(ran).hasSize(4);
    scheduler.shutdown();
  }

  @Test
  void builder_name_isThatOfItsOwnTimerToo() {
    WheelScheduler named = WheelScheduler.builder().name("orders").build();
    assertThat(named.timer()).hasToString("WheelTimer[orders]");
    WheelScheduler nameless = WheelScheduler.create();
    assertThat(nameless).hasToString("WheelScheduler(WheelTimer[loomwheel-rxjava], 0 tasks)");
    named.shutdown();
    nameless.shutdown();
  }

  @Test
  void builder_usedTwice_makesTwoSchedulersWithTimersOfTheirOwn() {
    WheelScheduler.Builder builder = WheelScheduler.builder();
    WheelScheduler one = builder.build();
    WheelScheduler other = builder.build();
    assertThat(one.timer()).isNotSameAs(other.timer());
    one.shutdown();
    other.shutdown();
  }

  @Test
  void builder_changedLater_changesNothingOfWhatStartsAnew() throws Exception {
    WheelScheduler.Builder builder = WheelScheduler.builder().interruptOnDispose(false);
    WheelScheduler scheduler = builder.build();
    builder.interruptOnDispose(true);
    scheduler.shutdown();
    scheduler.start();
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Disposable task =
        scheduler.scheduleDirect(
            () -> {
              running.countDown();
              Waiting.forLatch(go);
              interrupted.complete(Thread.interrupted());
            });
    assertThat(running.await(30, SECONDS)).isTrue();
    task.dispose();
    go.countDown();
    assertThat(interrupted.get(30, SECONDS)).isFalse();
    scheduler.shutdown();
  }

  @Test
  void submission_whoseHandlerEndsTheWorkerOrTheScheduler_isRefused_andNotReported() {
    List<Throwable> errors = new ArrayList<>();
    RxJavaPlugins.setErrorHandler(errors::add);
    WheelScheduler scheduler = WheelScheduler.on(timer);
    Scheduler.Worker worker = scheduler.createWorker();
    endAtTheNextSubmission(worker::dispose);
    assertThat(worker.schedule(() -> {}, 1, SECONDS)).isSameAs(Disposable.disposed());
    endAtTheNextSubmission(
        () -> {
          scheduler.shutdown();
          timer.stop();
        });
    assertThat(scheduler.scheduleDirect(() -> {}, 1, SECONDS)).isSameAs(Disposable.disposed());
    assertThat(errors).isEmpty();
  }

  @Test
  void timerIsStopped_eachSubmissionIsReported_whatOnlyTheTargetRefusesIsNot() {
    List<String> errors = new ArrayList<>();
    RxJavaPlugins.setErrorHandler(error -> errors.add(error.getCause().getMessage()));
    Executor full =
        task -> {
          throw new RejectedExecutionException("full");
        };
    WheelScheduler scheduler = WheelScheduler.on(timer);
    WheelScheduler onFull = WheelScheduler.delegating(timer, Schedulers.from(full));
    timer.stop();
    assertThat(scheduler.scheduleDirect(() -> {})).isSameAs(Disposable.disposed());
    assertThat(scheduler.scheduleDirect(() -> {}, 1, SECONDS)).isSameAs(Disposable.disposed());
    assertThat(errors).hasSize(2).allMatch(it -> it.startsWith("the timer was stopped"));
    onFull.scheduleDirect(() -> {});
    assertThat(errors).hasSize(3).last().isEqualTo("full");
  }

  private static void endAtTheNextSubmission(Runnable end) {
    RxJavaPlugins.setScheduleHandler(
        task -> {
          end.run();
          return task;
        });
  }

  @Test
  void badValues_areRefusedByName() {
    assertThatNullPointerException()
        .isThrownBy(() -> WheelScheduler.on(null))
        .withMessage("timer is null");
    assertThatNullPointerException()
        .isThrownBy(() -> WheelScheduler.delegating(null, Schedulers.trampoline()))
        .withMessage("timer is null");
    assertThatNullPointerException()
        .isThrownBy(() -> WheelScheduler.delegating(timer, null))
        .withMessage("target is null");
    assertThatNullPointerException()
        .isThrownBy(() -> WheelScheduler.builder().taskExecutor(null))
        .withMessage("executor is null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WheelScheduler.builder().name(" "))
        .withMessageContaining("' '");
  }

  @Test
  void census_withSampledStacks_beginsThemOutsideOfInternalPackages() {
    WheelTimer sampling = WheelTimer.builder().clock(clock).sampleStacks(true).build();
    WheelScheduler scheduler = WheelScheduler.on(sampling);
    for (int i = 0; i < 20_000; i++) { // 19.5 samples are expected
      scheduler.scheduleDirect(() -> ran.add("never"), 1, SECONDS);
    }
    assertThat(sampling.census().armedAt().keySet())
        .isNotEmpty()
        .allMatch(stack -> stack.startsWith(WheelScheduler.class.getName()))
        .noneMatch(stack -> stack.contains(".internal."));
  }
}
