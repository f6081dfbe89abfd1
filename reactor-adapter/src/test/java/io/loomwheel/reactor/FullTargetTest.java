package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/** What is due while the target of a scheduler is full. One thread, a clock moved by hand. */
class FullTargetTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final Narrow target = new Narrow();
  private final WheelScheduler scheduler = WheelScheduler.delegating(timer, target);
  private final List<Integer> ran = new ArrayList<>();

  /** Takes as many tasks as its capacity allows, and runs them when the test says so. */
  private static final class Narrow implements Scheduler {
    private final Queue<Runnable> queue = new ArrayDeque<>();
    private int capacity;
    private int offers;
    private boolean disposed;

    @Override
    public Disposable schedule(Runnable task) {
      offers++;
      if (queue.size() >= capacity) {
        throw new RejectedExecutionException("full");
      }
      queue.add(task);
      return () -> queue.remove(task);
    }

    @Override
    public Worker createWorker() {
      return new Worker() {
        @Override
        public Disposable schedule(Runnable task) {
          return Narrow.this.schedule(task);
        }

        @Override
        public void dispose() {}
      };
    }

    void runAll() {
      for (Runnable task; (task = queue.poll()) != null; ) {
        task.run();
      }
    }

    @Override
    public void dispose() {
      disposed = true;
    }

    @Override
    public boolean isDisposed() {
      return disposed;
    }
  }

  private List<Disposable> due(int tasks) {
    List<Disposable> due = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      int number = i;
      due.add(scheduler.schedule(() -> ran.add(number), 1, SECONDS));
    }
    clock.advance(SECOND);
    return due;
  }

  private boolean endsGracefully() {
    AtomicBoolean ended = new AtomicBoolean();
    scheduler.disposeGracefully().subscribe(none -> {}, error -> {}, () -> ended.set(true));
    return ended.get();
  }

  @Test
  void workers_waitWithTheOthers_inOrder() {
    Scheduler.Worker worker = scheduler.createWorker();
    worker.schedule(() -> ran.add(-1), 999, MILLISECONDS);
    worker.schedule(() -> ran.add(-2), 1, SECONDS);
    due(2);
    assertThat(target.offers).isOne();
    assertThat(timer.pendingTimeouts()).isEqualTo(4);
    target.capacity = 10;
    clock.advance(SECOND);
    target.runAll();
    assertThat(ran).containsExactly(-1, -2, 0, 1);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void workersTasks_ofASchedulerThatIsDisposedOfGracefully_runOnceThereIsRoom() {
    scheduler.createWorker().schedule(() -> ran.add(1), 1, SECONDS);
    scheduler.createWorker().schedule(() -> ran.add(2), 2, SECONDS);
    clock.advance(SECOND);
    assertThat(endsGracefully()).isFalse();
    clock.advance(SECOND);
    target.capacity = 2;
    clock.advance(SECOND);
    target.runAll();
    assertThat(ran).containsExactly(1, 2);
    assertThat(endsGracefully()).isTrue();
  }

  @Test
  void disposedOf_inTheTargetsQueue_givesItsPlaceBack() {
    target.capacity = 100;
    List<Disposable> tasks = due(100);
    assertThat(target.queue).hasSize(100);
    tasks.forEach(Disposable::dispose);
    assertThat(target.queue).isEmpty();
    Disposable undelayed = scheduler.schedule(() -> ran.add(1));
    assertThat(target.queue).hasSize(1);
    undelayed.dispose();
    assertThat(target.queue).isEmpty();
  }

  @Test
  void workersTask_disposedOfInTheTargetsQueue_givesItsPlaceBack() {
    target.capacity = 1;
    Disposable due = scheduler.createWorker().schedule(() -> ran.add(1), 1, SECONDS);
    clock.advance(SECOND);
    assertThat(target.queue).hasSize(1);
    due.dispose();
    assertThat(target.queue).isEmpty();
  }

  @Test
  void undelayedOfAWorker_whoseDueTasksWait_waitsBehindThese() {
    Scheduler.Worker worker = scheduler.createWorker();
    worker.schedule(() -> ran.add(1), 1, SECONDS);
    clock.advance(SECOND);
    worker.schedule(() -> ran.add(2));
    target.capacity = 1;
    clock.advance(SECOND);
    target.runAll();
    assertThat(ran).containsExactly(1, 2);
  }

  @Test
  void gracefulEnd_waitsForWhatWaits_andEndsPeriods() {
    due(2);
    Disposable period = scheduler.schedulePeriodically(() -> ran.add(-1), 1, 1, SECONDS);
    clock.advance(SECOND);
    assertThat(endsGracefully()).isFalse();
    assertThat(period.isDisposed()).isTrue();
    target.capacity = 10;
    clock.advance(SECOND);
    target.runAll();
    assertThat(ran).containsExactly(0, 1);
    assertThat(endsGracefully()).isTrue();
  }

  @Test
  void undelayed_isRefused_andWhatTheWorkerHasDueIsNot() {
    Scheduler.Worker worker = scheduler.createWorker();
    worker.schedule(() -> ran.add(1), 1, SECONDS);
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> worker.schedule(() -> ran.add(0)));
    clock.advance(SECOND);
    target.capacity = 10;
    clock.advance(SECOND);
    target.runAll();
    assertThat(ran).containsExactly(1);
    assertThat(endsGracefully()).isTrue();
  }

  @Test
  void schedulerDisposedOf_betweenTheProbeAndItsRun_countsNothing() {
    List<Runnable> handed = new ArrayList<>();
    WheelTimer late = WheelTimer.builder().clock(clock).taskExecutor(handed::add).build();
    WheelScheduler onLate = WheelScheduler.delegating(late, target);
    onLate.schedule(() -> ran.add(0), 1, SECONDS);
    for (int i = 0; i < 2; i++) { // it is due; then the probe is
      clock.advance(SECOND);
      List.copyOf(handed).forEach(Runnable::run);
    }
    clock.advance(SECOND);
    onLate.dispose();
    handed.forEach(Runnable::run);
    assertThat(late.pendingTimeouts()).isZero();
    assertThat(ran).isEmpty();
  }
}
