package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers: serial, in the order of deadlines then of submission, and gone when disposed of. */
@Timeout(60)
class WheelWorkerTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final Scheduler.Worker worker = scheduler.createWorker();
  private final List<String> ran = new ArrayList<>();

  @Test
  void schedule_withDelays_runsInOrderOfDeadlinesThenOfSubmission() {
    worker.schedule(() -> ran.add("30"), 30, MILLISECONDS);
    worker.schedule(() -> ran.add("10"), 10, MILLISECONDS);
    worker.schedule(() -> ran.add("30 again"), 30, MILLISECONDS);
    worker.schedule(() -> ran.add("20"), 20, MILLISECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("10", "20", "30", "30 again");
  }

  @Test
  void schedule_withoutDelay_isFifoAndNeverNests() {
    worker.schedule(
        () -> {
          worker.schedule(() -> ran.add("inner"));
          ran.add("outer");
        });
    worker.schedule(() -> ran.add("next"));
    assertThat(ran).containsExactly("outer", "inner", "next");
  }

  @Test
  void schedule_fromManyThreadsForTheSameDelay_isSerialAndKeepsEachThreadsOrder() throws Exception {
    try (WheelTimer real = WheelTimer.create()) {
      Scheduler.Worker shared = WheelScheduler.on(real).createWorker();
      int producers = 4;
      int each = 20_000;
      int[] last = new int[producers]; // plain on purpose: the Worker has to publish it
      AtomicBoolean inside = new AtomicBoolean();
      AtomicInteger wrong = new AtomicInteger();
      CountDownLatch done = new CountDownLatch(producers * each);
      for (int p = 0; p < producers; p++) {
        int producer = p;
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 1; i <= each; i++) {
                    int number = i;
                    shared.schedule(
                        () -> {
                          if (!inside.compareAndSet(false, true) || ++last[producer] != number) {
                            wrong.incrementAndGet();
                          }
                          inside.set(false);
                          done.countDown();
                        },
                        20,
                        MILLISECONDS);
                  }
                });
      }
      assertThat(done.await(60, SECONDS)).isTrue();
      assertThat(wrong).hasValue(0);
    }
  }

  @Test
  void dispose_dropsAllThatIsPending_andLeavesOtherWorkersAlone() {
    Disposable pending = worker.schedule(() -> ran.add("dropped"), 10, MILLISECONDS);
    Disposable periodic = worker.schedulePeriodically(() -> ran.add("dropped"), 1, 1, SECONDS);
    scheduler.createWorker().schedule(() -> ran.add("other"), 10, MILLISECONDS);
    worker.dispose();
    worker.dispose();
    assertThat(worker.isDisposed()).isTrue();
    assertThat(pending.isDisposed()).isTrue();
    assertThat(periodic.isDisposed()).isTrue();
    assertThat(timer.pendingTimeouts()).isEqualTo(1);
    clock.advance(Duration.ofSeconds(10));
    assertThat(ran).containsExactly("other");
  }

  @Test
  void dispose_fromItsOwnTask_dropsTheRestWithoutInterrupting() {
    AtomicBoolean interrupted = new AtomicBoolean();
    worker.schedule(
        () -> {
          worker.dispose();
          interrupted.set(Thread.currentThread().isInterrupted());
          ran.add("first");
        },
        10,
        MILLISECONDS);
    worker.schedule(() -> ran.add("second"), 10, MILLISECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("first");
    assertThat(interrupted).isFalse();
  }

  @Test
  void schedule_afterDispose_returnsTheDisposedIdentitySilently() {
    List<Throwable> errors = new ArrayList<>();
    RxJavaPlugins.setErrorHandler(errors::add);
    worker.dispose();
    assertThat(worker.schedule(() -> {})).isSameAs(Disposable.disposed());
    assertThat(worker.schedule(() -> {}, 1, SECONDS)).isSameAs(Disposable.disposed());
    assertThat(worker.schedulePeriodically(() -> {}, 1, 1, SECONDS))
        .isSameAs(Disposable.disposed());
    RxJavaPlugins.reset();
    assertThat(errors).isEmpty();
  }

  @Test
  void schedule_thatThrows_leavesTheWorkerWorking() {
    List<Throwable> errors = new ArrayList<>();
    RxJavaPlugins.setErrorHandler(errors::add);
    worker.schedule(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    worker.schedule(() -> ran.add("next"), 1, SECONDS);
    clock.advance(Duration.ofSeconds(1));
    RxJavaPlugins.reset();
    assertThat(ran).containsExactly("next");
    assertThat(errors).hasSize(1);
  }

  @Test
  void dispose_ofOneTask_leavesTheOthers() {
    Disposable first = worker.schedule(() -> ran.add("first"), 10, MILLISECONDS);
    worker.schedule(() -> ran.add("second"), 10, MILLISECONDS);
    first.dispose();
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("second");
  }

  @Test
  void schedulePeriodically_withoutPeriod_runsAgainAfterEachRun() {
    AtomicInteger runs = new AtomicInteger();
    worker.schedulePeriodically(
        () -> {
          if (runs.incrementAndGet() == 1000) {
            worker.dispose();
          }
        },
        0,
        0,
        NANOSECONDS);
    assertThat(runs).hasValue(1000);
  }

  @Test
  void schedulePeriodically_slowRuns_neverOverlapAndCatchUp() {
    List<Long> times = new ArrayList<>();
    worker.schedulePeriodically(
        () -> {
          times.add(clock.nanoTime());
          if (times.size() == 1) {
            clock.advance(Duration.ofNanos(25)); // the first run takes that long
          }
        },
        10,
        10,
        NANOSECONDS);
    clock.advance(Duration.ofNanos(40));
    assertThat(times).containsExactly(10L, 35L, 35L, 40L);
  }
}
