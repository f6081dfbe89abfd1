package io.loomwheel.reactor.test;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.reactor.WheelScheduler;
import io.loomwheel.reactor.virtual.VirtualTasks;
import io.loomwheel.testing.ManualClock;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * Items 6, 21, 22, 24 and 29 of what Reactor asks for, in virtual time: a task counts until it
 * ends.
 */
class VirtualEndTest {
  private final WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();
  private final WheelScheduler wheel = WheelScheduler.on(timer);
  private final Scheduler.Worker worker = wheel.createWorker();
  private final VirtualTimeScheduler virtual = VirtualTimeScheduler.getOrSet();
  private final List<String> seen = new ArrayList<>();
  private final List<WeakReference<Object>> payloads = new ArrayList<>();

  @AfterEach
  void backToRealTime() {
    VirtualTimeScheduler.reset();
    Schedulers.resetOnHandleError();
    wheel.dispose();
  }

  private Runnable is(String name) {
    return () -> seen.add(name + "@" + virtual.now(MINUTES));
  }

  private void endGracefully() {
    wheel.disposeGracefully().subscribe(none -> {}, error -> {}, is("end"));
  }

  private int waiting(Object of) {
    return Scannable.from(of).scanOrDefault(Attr.BUFFERED, -1);
  }

  @Test
  @SuppressWarnings("LockOnNonEnclosingClassLiteral") // to hold the other thread up
  void whoAskedBeforeAVirtualTimeBegan_dropsNoTaskOfIt() throws Exception {
    Thread asking = new Thread(() -> wheel.now(HOURS));
    VirtualTimeScheduler next;
    worker.schedule(is("old"), 1, HOURS);
    VirtualTimeScheduler.reset();
    synchronized (VirtualTasks.class) { // where the virtual time that has ended is replaced
      asking.start();
      while (asking.getState() != Thread.State.BLOCKED) {
        Waiting.spin();
      }
      next = VirtualTimeScheduler.getOrSet();
      wheel.schedule(() -> seen.add("new"), 1, HOURS);
    }
    asking.join();
    next.advanceTimeBy(Duration.ofHours(1));
    assertThat(seen).containsExactly("new");
  }

  @Test
  void item22_gracefulEnd_letsWhatWaitsRunWhenDue_exceptPeriods() {
    wheel.schedule(is("direct"), 1, HOURS);
    worker.schedule(is("of a Worker"), 2, HOURS);
    Disposable period = wheel.schedulePeriodically(is("period"), 1, 1, HOURS);
    Disposable ofWorker = worker.schedulePeriodically(is("period"), 1, 1, HOURS);
    endGracefully();
    assertThat(seen).isEmpty();
    assertThat(List.of(period, ofWorker)).allMatch(Disposable::isDisposed);
    virtual.advanceTimeBy(Duration.ofHours(3));
    assertThat(seen).containsExactly("direct@60", "of a Worker@120", "end@120");
  }

  @Test
  void item22_gracefulEnd_waitsForARunThatIsDisposedOf_orEndsAsAPeriod() {
    List<Disposable> task = new ArrayList<>();
    task.add(
        wheel.schedulePeriodically(
            () -> {
              endGracefully();
              task.getFirst().dispose();
              task.getFirst().dispose();
              is("run").run();
            },
            1,
            1,
            HOURS));
    virtual.advanceTimeBy(Duration.ofHours(3));
    assertThat(seen).containsExactly("run@60", "end@60");
  }

  @Test
  void targetThatIsDisposedOf_endsTheTasksOfAWorker_asTheyAreDue() {
    Scheduler target = Schedulers.fromExecutorService(Executors.newSingleThreadExecutor());
    WheelScheduler onTarget = WheelScheduler.delegating(timer, target);
    Scheduler.Worker ofTarget = onTarget.createWorker();
    Runnable ends =
        () -> {
          is("run").run();
          target.dispose();
        };
    Disposable period = ofTarget.schedulePeriodically(ends, 1, 1, HOURS);
    Disposable behind = ofTarget.schedule(is("never"), 1, HOURS);
    virtual.advanceTimeBy(Duration.ofHours(1));
    assertThat(seen).containsExactly("run@60");
    assertThat(List.of(period, behind)).allMatch(Disposable::isDisposed);
    onTarget.dispose();
  }

  @Test
  void item21_dispose_cutsAGracefulEndShort_andDisposesOfWhatWaits() {
    Disposable direct = wheel.schedule(is("never"), 1, HOURS);
    Disposable ofWorker = worker.schedule(is("never"), 1, HOURS);
    endGracefully();
    wheel.dispose();
    assertThat(seen).containsExactly("end@0");
    assertThat(List.of(direct, ofWorker)).allMatch(Disposable::isDisposed);
    virtual.advanceTimeBy(Duration.ofHours(3));
    assertThat(seen).hasSize(1);
  }

  @Test
  void item24_scans_countWhatWaits() {
    assertThat(waiting(worker)).isZero();
    Disposable direct = wheel.schedule(is("never"), 1, HOURS);
    wheel.schedule(is("direct"), 1, HOURS);
    worker.schedule(is("of a Worker"), 2, HOURS);
    worker.schedulePeriodically(is("period"), 3, 5, HOURS);
    assertThat(List.of(waiting(wheel), waiting(worker))).containsExactly(4, 2);
    direct.dispose();
    direct.dispose();
    virtual.advanceTimeBy(Duration.ofHours(3));
    assertThat(seen).containsExactly("direct@60", "of a Worker@120", "period@180");
    assertThat(List.of(waiting(wheel), waiting(worker))).containsExactly(1, 1);
    worker.dispose();
    assertThat(List.of(waiting(wheel), waiting(worker))).containsExactly(0, 0);
    wheel.schedule(is("at once"));
    assertThat(waiting(wheel)).isZero();
  }

  @Test
  void item29_whatWaitsWhenVirtualTimeEnds_holdsUpNoGracefulEnd() {
    Disposable direct = wheel.schedule(is("never"), 1, HOURS);
    worker.schedule(is("never"), Long.MAX_VALUE, HOURS);
    VirtualTimeScheduler.reset();
    endGracefully();
    assertThat(direct.isDisposed()).isTrue();
    assertThat(seen).containsExactly("end@0");
  }

  @Test
  void item29_whoIsToldOfTheEnd_mayWaitForAThreadInTheNextVirtualTime() {
    WheelScheduler ending = WheelScheduler.on(timer);
    ending.schedule(is("never"), 1, HOURS);
    Runnable waits =
        () -> {
          VirtualTimeScheduler.getOrSet();
          CompletableFuture.runAsync(() -> wheel.now(HOURS)).orTimeout(30, SECONDS).join();
          seen.add("told");
        };
    ending.disposeGracefully().subscribe(none -> {}, error -> {}, waits);
    VirtualTimeScheduler.reset();
    wheel.now(HOURS);
    assertThat(seen).containsExactly("told");
  }

  @Test
  void item22_subscriberThrowsAtTheEndOfTheLastTask_isReported_andTimeGoesOn() {
    List<Throwable> reported = reported();
    wheel.schedule(is("last"), 1, HOURS);
    wheel.disposeGracefully().subscribe(new ThrowingSubscriber());
    virtual.advanceTimeBy(Duration.ofHours(1));
    Schedulers.parallel().schedule(is("stock"), 1, HOURS);
    virtual.advanceTimeBy(Duration.ofHours(1));
    assertThat(seen).containsExactly("last@60", "stock@120");
    assertThat(reported).singleElement().asString().contains("on purpose");
  }

  @Test
  void item29_subscribersThrowWhenVirtualTimeHasEnded_whoSubmitsNextIsToldNothing() {
    List<Throwable> reported = reported();
    List<Disposable> pending = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      WheelScheduler ending = WheelScheduler.on(timer);
      pending.add(ending.schedule(is("never"), 1, HOURS));
      ending.disposeGracefully().subscribe(new ThrowingSubscriber());
    }
    pending.add(wheel.schedule(is("never"), 1, HOURS));
    VirtualTimeScheduler.reset();
    wheel.schedule(is("later"), 1, HOURS).dispose();
    assertThat(pending).hasSize(4).allMatch(Disposable::isDisposed);
    assertThat(reported).hasSize(3);
  }

  /** {@return what goes to the hook of {@code onHandleError} until the test ends} */
  private static List<Throwable> reported() {
    List<Throwable> reported = new ArrayList<>();
    Schedulers.onHandleError((thread, error) -> reported.add(error));
    return reported;
  }

  private Runnable holding(Object payload) {
    payloads.add(new WeakReference<>(payload));
    return () -> seen.add("with " + payload);
  }

  @Test
  void item06_action_isDroppedOnceATaskIsOver_andItsHandleKept() {
    Scheduler.Worker ended = wheel.createWorker();
    List<Disposable> handles = new ArrayList<>();
    handles.add(wheel.schedule(holding(new Object()), 1, HOURS));
    handles.add(worker.schedule(holding(new Object()), 1, HOURS));
    handles.add(wheel.schedulePeriodically(holding(new Object()), 2, 1, HOURS));
    handles.add(ended.schedule(holding(new Object()), 2, HOURS));
    handles.get(2).dispose();
    ended.dispose();
    virtual.advanceTimeBy(Duration.ofHours(1));
    assertThat(seen).hasSize(2);
    assertThat(payloads).allMatch(Waiting::isCollected);
    assertThat(handles).allMatch(Disposable::isDisposed);
  }

  @Test
  void hookOfOnSchedule_isCalledOnceForEachSubmission_withATargetToo() {
    Scheduler delegating = WheelScheduler.delegating(timer, Schedulers.immediate());
    Schedulers.onScheduleHook(
        "test",
        task -> {
          seen.add("hook");
          return task;
        });
    try {
      delegating.schedule(is("direct"));
      delegating.schedule(is("no delay"), 0, HOURS);
      delegating.schedule(is("delay"), 1, HOURS);
      delegating.createWorker().schedule(is("of a Worker"));
      virtual.advanceTimeBy(Duration.ofHours(1));
    } finally {
      Schedulers.resetOnScheduleHook("test");
    }
    assertThat(seen).filteredOn("hook"::equals).hasSize(4);
    assertThat(seen).hasSize(8);
  }
}
