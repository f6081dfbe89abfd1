package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.scheduler.Scheduler;

/** What Reactor's contract demands of Workers: items 16 to 18. */
@Timeout(60)
class ContractWorkerTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final WheelScheduler real = WheelScheduler.create();
  private final List<String> ran = new ArrayList<>();

  @AfterEach
  void tidy() {
    real.dispose();
  }

  @Test
  void item16_order_isThatOfDeadlinesThenOfSubmission() {
    Scheduler.Worker worker = scheduler.createWorker();
    worker.schedule(() -> ran.add("20"), 20, MILLISECONDS);
    worker.schedule(() -> ran.add("10"), 10, MILLISECONDS);
    worker.schedule(() -> ran.add("20 again"), 20, MILLISECONDS);
    worker.schedule(() -> ran.add("now"));
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("now", "10", "20", "20 again");
  }

  @Test
  void item16_order_holdsOnARealClockAcrossLevelsOfTheWheel() throws Exception {
    Scheduler.Worker worker = real.createWorker();
    List<Integer> order = new ArrayList<>(); // plain on purpose: the Worker has to publish it
    CountDownLatch done = new CountDownLatch(3000);
    for (int i = 0; i < 3000; i++) {
      int number = i;
      worker.schedule(
          () -> {
            order.add(number);
            done.countDown();
          },
          100,
          MILLISECONDS);
    }
    assertThat(done.await(30, SECONDS)).isTrue();
    assertThat(order).isSorted();
  }

  @Test
  void item17_dispose_leavesEveryReturnedDisposableDisposed() throws Exception {
    Scheduler.Worker worker = real.createWorker();
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    List<Disposable> tasks = new ArrayList<>();
    tasks.add(
        worker.schedule(
            () -> {
              running.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
            }));
    tasks.add(worker.schedule(() -> ran.add("queued")));
    tasks.add(worker.schedule(() -> ran.add("waiting"), 1, SECONDS));
    tasks.add(worker.schedulePeriodically(() -> ran.add("periodic"), 1, 1, SECONDS));
    assertThat(running.await(30, SECONDS)).isTrue();
    worker.dispose();
    assertThat(tasks).allMatch(Disposable::isDisposed);
    worker.dispose();
    assertThat(interrupted.await(30, SECONDS)).isTrue();
    assertThat(ran).isEmpty();
  }

  @Test
  void item17_dispose_fromItsOwnTask_dropsTheRestAndNoOtherWorkers() {
    Scheduler.Worker worker = scheduler.createWorker();
    Scheduler.Worker other = scheduler.createWorker();
    worker.schedule(worker::dispose, 1, SECONDS);
    worker.schedule(() -> ran.add("dropped"), 1, SECONDS);
    other.schedule(() -> ran.add("other"), 1, SECONDS);
    clock.advance(Duration.ofSeconds(2));
    assertThat(ran).containsExactly("other");
    assertThat(other.isDisposed()).isFalse();
  }

  @Test
  void item17_dispose_racingWithSubmissions_leavesNothingBehind() throws Exception {
    for (int round = 0; round < 200; round++) {
      Scheduler.Worker worker = real.createWorker();
      List<Disposable> tasks = new ArrayList<>();
      CountDownLatch started = new CountDownLatch(1);
      Thread submitter =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      while (true) {
                        tasks.add(worker.schedule(() -> {}, 1, SECONDS));
                        started.countDown();
                      }
                    } catch (RejectedExecutionException disposed) {
                      started.countDown();
                    }
                  });
      assertThat(started.await(30, SECONDS)).isTrue();
      worker.dispose();
      submitter.join();
      assertThat(tasks).allMatch(Disposable::isDisposed);
    }
  }

  @Test
  void item18_createWorker_afterDispose_returnsOneThatRejects() {
    scheduler.dispose();
    Scheduler.Worker worker = scheduler.createWorker();
    assertThat(worker.isDisposed()).isTrue();
    assertThatThrownBy(() -> worker.schedule(() -> {})).isSameAs(Exceptions.failWithRejected());
  }
}
