package io.loomwheel.contract;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The end of a scheduler: nothing of it is left, and nothing else is touched. */
public abstract class LifecycleContract extends SchedulerContract {
  protected LifecycleContract(Ecosystem ecosystem) {
    super(ecosystem);
  }

  @Test
  void dispose_ofAView_dropsWhatWaits_ofItsWorkersToo_andNothingElse() {
    List<Handle> tasks = new ArrayList<>();
    Taker worker = scheduler.createWorker();
    tasks.add(accepted(scheduler.schedule(() -> ran.add("direct"), 1, SECONDS)));
    tasks.add(accepted(scheduler.schedulePeriodically(() -> ran.add("periodic"), 1, 1, SECONDS)));
    tasks.add(accepted(worker.schedule(() -> ran.add("of a Worker"), 1, SECONDS)));
    ecosystem.on(timer).schedule(() -> ran.add("other view"), 1, SECONDS);
    scheduler.dispose();
    scheduler.dispose();
    assertThat(tasks).allMatch(Handle::isDisposed);
    assertThat(timer.pendingTimeouts()).isEqualTo(1);
    clock.advance(Duration.ofSeconds(5));
    assertThat(ran).containsExactly("other view");
  }

  @Test
  void dispose_ofItsOwnTimer_dropsWhatWaits() {
    Handle pending = accepted(real.schedule(() -> ran.add("dropped"), 1, DAYS));
    real.dispose();
    assertThat(pending.isDisposed()).isTrue();
  }

  @Test
  void dispose_interruptsWhatRuns_manyAtOnceToo() {
    int count = 1000; // more than have a cell
    CountDownLatch running = new CountDownLatch(count + 1);
    CountDownLatch interrupted = new CountDownLatch(count + 1);
    for (int i = 0; i < count; i++) {
      real.schedule(() -> block(running, interrupted));
    }
    real.createWorker().schedule(() -> block(running, interrupted));
    await(running);
    real.dispose();
    await(interrupted);
  }

  @Test
  void dispose_fromItsOwnTask_doesNotInterrupt() {
    AtomicBoolean flag = new AtomicBoolean();
    scheduler.schedule(
        () -> {
          scheduler.dispose();
          flag.set(Thread.currentThread().isInterrupted());
          ran.add("ran");
        },
        1,
        SECONDS);
    scheduler.schedule(() -> ran.add("dropped"), 2, SECONDS);
    clock.advance(Duration.ofSeconds(2));
    assertThat(flag).isFalse();
    assertThat(ran).containsExactly("ran");
  }

  @Test
  void dispose_racingWithSubmissions_leavesNothingBehind() throws Exception {
    try (WheelTimer shared = WheelTimer.create()) {
      for (int round = 0; round < 300; round++) {
        Subject view = ecosystem.on(shared);
        List<Handle> tasks = new ArrayList<>();
        CountDownLatch started = new CountDownLatch(1);
        Thread submitter =
            Thread.ofPlatform()
                .start(
                    () -> {
                      Handle task = view.schedulePeriodically(() -> {}, 1, 1, SECONDS);
                      while (task != null) {
                        tasks.add(task);
                        started.countDown();
                        task = view.schedulePeriodically(() -> {}, 1, 1, SECONDS);
                      }
                      started.countDown();
                    });
        await(started);
        view.dispose();
        submitter.join();
        assertThat(tasks).allMatch(Handle::isDisposed);
        assertEnded(view);
      }
      assertThat(shared.pendingTimeouts()).isZero();
    }
  }

  /**
   * Checks that a scheduler, which was disposed of, says that all its tasks are over, if it can.
   */
  protected void assertEnded(Subject disposed) {}

  @Test
  void dispose_ofItsOwnTimer_endsTheThreadWithin500Millis() throws Exception {
    Subject own = ecosystem.own();
    CountDownLatch ranOnce = new CountDownLatch(1);
    Thread[] before = platformThreads();
    own.schedule(ranOnce::countDown, 1, MILLISECONDS);
    List<Thread> started = new ArrayList<>(List.of(platformThreads()));
    started.removeAll(List.of(before));
    started.removeIf(thread -> !thread.getName().contains("-driver")); // or those of the rescue
    assertThat(started).hasSize(1).allMatch(Thread::isDaemon);
    await(ranOnce);
    own.dispose();
    assertThat(started.get(0).join(Duration.ofMillis(500))).isTrue();
  }

  private static Thread[] platformThreads() {
    return Thread.getAllStackTraces().keySet().toArray(new Thread[0]);
  }
}
