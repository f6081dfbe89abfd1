package io.loomwheel.reactor.test;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.reactor.WheelScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.scheduler.VirtualTimeScheduler;

/** What runs when, of ours and of the stock schedulers, with the virtual time moved by hand. */
class VirtualOrderTest {
  private final WheelScheduler wheel = WheelScheduler.create();
  private final Scheduler.Worker before = wheel.createWorker();
  private final VirtualTimeScheduler virtual = VirtualTimeScheduler.getOrSet();
  private final Scheduler parallel = Schedulers.parallel();
  private final List<Object> ran = new ArrayList<>();

  @AfterEach
  void end() {
    virtual.dispose();
    wheel.dispose();
  }

  private Runnable is(Object name) {
    return () -> ran.add(name);
  }

  private void pass(long nanos) {
    virtual.advanceTimeBy(Duration.ofNanos(nanos));
  }

  private Runnable at(String name) {
    return () -> ran.add(name + "@" + wheel.now(NANOSECONDS));
  }

  @Test
  void ours_runsThenAndNotBeforeOnTheThreadThatMovesTime() {
    Disposable task =
        wheel.schedule(
            () -> ran.add(Thread.currentThread()), Duration.ofDays(3).toNanos(), NANOSECONDS);
    pass(Duration.ofDays(3).toNanos() - 1);
    assertThat(ran).isEmpty();
    assertThat(task.isDisposed()).isFalse();
    pass(1);
    assertThat(ran).containsExactly(Thread.currentThread());
    assertThat(task.isDisposed()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void randomDelays_onAllKinds_runInOrderOfDeadlinesThenSubmission(long seed) {
    Random random = new Random(seed);
    record Planned(long at, int number) {}
    List<Planned> planned = new ArrayList<>();
    List<Scheduler.Worker> workers = List.of(before, wheel.createWorker(), parallel.createWorker());
    long now = 0;
    for (int i = 0; i < 2000; i++) {
      long delay = 1L + random.nextInt(1 << random.nextInt(20));
      Planned plan = new Planned(now + delay, i);
      switch (random.nextInt(4)) {
        case 0 -> wheel.schedule(is(plan), delay, NANOSECONDS);
        case 1 -> parallel.schedule(is(plan), delay, NANOSECONDS);
        default -> workers.get(random.nextInt(3)).schedule(is(plan), delay, NANOSECONDS);
      }
      planned.add(plan);
      if (random.nextInt(3) == 0) {
        long step = random.nextInt(300);
        pass(step);
        now += step;
      }
      if (random.nextInt(10) == 0) {
        wheel.schedule(is("cancelled"), delay, NANOSECONDS).dispose();
      }
    }
    pass(1 << 20);
    planned.sort(Comparator.comparingLong(Planned::at)); // stable
    assertThat(ran).containsExactlyElementsOf(planned);
  }

  private List<Object> afterOneIsDropped(boolean ours, boolean withItsWorker) {
    VirtualTimeScheduler time = VirtualTimeScheduler.getOrSet(true);
    Scheduler on = ours ? wheel : Schedulers.parallel();
    Scheduler.Worker worker = on.createWorker();
    Disposable task = worker.schedule(is("dropped"), 9, NANOSECONDS);
    (withItsWorker ? worker : task).dispose();
    ran.clear();
    time.advanceTimeBy(Duration.ofNanos(5));
    on.schedule(at("after"), 1, NANOSECONDS);
    time.advanceTimeBy(Duration.ofNanos(100));
    time.dispose();
    return List.copyOf(ran);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void deferredTime_whenATaskIsDropped_goesOnOnlyForThatOfAWorker(boolean withItsWorker) {
    VirtualTimeScheduler.reset();
    List<Object> onStock = afterOneIsDropped(false, withItsWorker);
    assertThat(onStock).containsExactly(withItsWorker ? "after@6" : "after@1");
    assertThat(afterOneIsDropped(true, withItsWorker)).isEqualTo(onStock);
  }

  @Test
  void submissionsOfManyThreads_allRunOnce() throws Exception {
    AtomicIntegerArray runs = new AtomicIntegerArray(4000);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      int first = t * 1000;
      Scheduler.Worker worker = wheel.createWorker();
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = first; i < first + 1000; i++) {
                      int number = i;
                      Runnable task = () -> runs.incrementAndGet(number);
                      if (i % 2 == 0) {
                        wheel.schedule(task, i % 50, NANOSECONDS);
                      } else {
                        worker.schedule(task, i % 50, NANOSECONDS);
                      }
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    pass(50);
    for (int i = 0; i < runs.length(); i++) {
      assertThat(runs.get(i)).as("task %s", i).isEqualTo(1);
    }
  }

  @Test
  void periodic_keepsItsRateBesideTheStockOne() {
    Disposable ours = wheel.schedulePeriodically(at("ours"), 5, 10, NANOSECONDS);
    parallel.schedulePeriodically(at("stock"), 5, 10, NANOSECONDS);
    Disposable mine = before.schedulePeriodically(at("worker"), 5, 10, NANOSECONDS);
    pass(15);
    assertThat(ran)
        .containsExactly("ours@5", "stock@5", "worker@5", "ours@15", "stock@15", "worker@15");
    ours.dispose();
    mine.dispose();
    pass(10);
    assertThat(ran).hasSize(7).endsWith("stock@25");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void periodic_withoutAPeriod_runsAgainBehindWhatIsDue_whileTimeStands(long period) {
    Disposable.Swap periodic = Disposables.swap();
    Runnable again =
        () -> {
          at("again").run();
          if (ran.size() == 4) {
            periodic.dispose();
          }
        };
    periodic.update(wheel.schedulePeriodically(again, 5, period, NANOSECONDS));
    wheel.schedule(at("other"), 5, NANOSECONDS);
    pass(15);
    assertThat(ran).containsExactly("again@5", "other@5", "again@5", "again@5");
  }

  @Test
  void disposedWorker_dropsItsVirtualTasksAndRejects() {
    Disposable pending = before.schedule(is("dropped"), 1, SECONDS);
    before.dispose();
    assertThat(pending.isDisposed()).isTrue();
    assertThatThrownBy(() -> before.schedule(is("late"), 1, SECONDS))
        .isInstanceOf(RejectedExecutionException.class);
    pass(SECONDS.toNanos(2));
    assertThat(ran).isEmpty();
  }

  @Test
  void disposedScheduler_dropsItsVirtualTasksAndRejects() {
    wheel.schedule(is("dropped"), 1, SECONDS);
    before.schedule(is("dropped"), 1, SECONDS);
    wheel.dispose();
    assertThatThrownBy(() -> wheel.schedule(is("late"), 1, SECONDS))
        .isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(() -> before.schedule(is("late")))
        .isInstanceOf(RejectedExecutionException.class);
    pass(SECONDS.toNanos(2));
    assertThat(ran).isEmpty();
  }

  @Test
  void periodicTask_thatThrows_isReportedAndGoesOn() {
    List<String> reported = new ArrayList<>();
    Schedulers.onHandleError((thread, error) -> reported.add(error.getMessage()));
    try {
      wheel.schedulePeriodically(
          () -> {
            ran.add("run");
            throw new IllegalStateException("on purpose");
          },
          1,
          1,
          NANOSECONDS);
      pass(2);
    } finally {
      Schedulers.resetOnHandleError();
    }
    assertThat(ran).containsExactly("run", "run");
    assertThat(reported).containsExactly("on purpose", "on purpose");
  }

  @Test
  void hugeDelay_neverRuns() {
    pass(1000);
    wheel.schedule(is("never"), Long.MAX_VALUE, SECONDS);
    wheel.schedulePeriodically(at("once"), 1, Long.MAX_VALUE, SECONDS);
    pass(Duration.ofDays(365 * 200).toNanos());
    assertThat(ran).containsExactly("once@1000001000");
  }
}
