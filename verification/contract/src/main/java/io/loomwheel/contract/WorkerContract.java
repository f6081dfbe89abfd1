package io.loomwheel.contract;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Workers: serial, and in the order of deadlines then of submission. */
public abstract class WorkerContract extends SchedulerContract {
  private final Taker worker = scheduler.createWorker();

  protected WorkerContract(Ecosystem ecosystem) {
    super(ecosystem);
  }

  @Test
  void order_isThatOfDeadlinesThenOfSubmission() {
    worker.schedule(() -> ran.add("30"), 30, MILLISECONDS);
    worker.schedule(() -> ran.add("10"), 10, MILLISECONDS);
    worker.schedule(() -> ran.add("30 again"), 30, MILLISECONDS);
    worker.schedule(() -> ran.add("20"), 20, MILLISECONDS);
    worker.schedule(() -> ran.add("now"));
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("now", "10", "20", "30", "30 again");
  }

  @Test
  void order_withoutDelay_isFifoAndNeverNests() {
    worker.schedule(
        () -> {
          worker.schedule(() -> ran.add("inner"));
          ran.add("outer");
        });
    worker.schedule(() -> ran.add("next"));
    assertThat(ran).containsExactly("outer", "inner", "next");
  }

  @Test
  void order_withoutDelay_isBehindWhatIsDue_thoughItsTickHasNotCome() {
    Taker coarse = ecosystem.on(withTickOfASecond()).createWorker();
    coarse.schedule(() -> ran.add("100"), 100, MILLISECONDS);
    coarse.schedule(() -> ran.add("50"), 50, MILLISECONDS);
    coarse.schedule(() -> ran.add("far"), 1, HOURS);
    coarse.schedule(() -> ran.add("before they are due"));
    clock.advance(Duration.ofMillis(200));
    coarse.schedule(() -> ran.add("now"));
    coarse.schedule(() -> ran.add("now again"));
    assertThat(ran).containsExactly("before they are due", "50", "100", "now", "now again");
    clock.advance(Duration.ofSeconds(2));
    coarse.schedule(() -> ran.add("when none is due"));
    assertThat(ran)
        .containsExactly(
            "before they are due", "50", "100", "now", "now again", "when none is due");
  }

  @Test
  void order_withoutDelay_isBehindAPeriodThatIsDue_thoughItsTickHasNotCome() {
    WheelTimer coarse = withTickOfASecond();
    long tick = coarse.tickDuration().toNanos();
    Taker taker = ecosystem.on(coarse).createWorker();
    long period = 2 * tick + tick / 4;
    Handle periodic =
        accepted(taker.schedulePeriodically(() -> ran.add("period"), 0, period, NANOSECONDS));
    clock.advance(Duration.ofNanos(period + tick / 4));
    taker.schedule(() -> ran.add("now"));
    assertThat(ran).containsExactly("period", "period", "now");
    clock.advance(Duration.ofNanos(tick));
    assertThat(ran).containsExactly("period", "period", "now");
    periodic.dispose();
    clock.advance(Duration.ofNanos(period - tick));
    taker.schedule(() -> ran.add("after its end"));
    assertThat(ran).containsExactly("period", "period", "now", "after its end");
  }

  @Test
  void order_withoutDelay_isBehindWhatIsDueAtTheSameMoment() {
    worker.schedule(
        () -> {
          worker.schedule(() -> ran.add("inner"));
          ran.add("first");
        },
        1,
        SECONDS);
    worker.schedule(() -> ran.add("second"), 1, SECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("first", "second", "inner");
  }

  @Test
  void order_withoutDelay_onARealClock_isBehindWhatIsDue() {
    Taker busy = real.createWorker();
    List<Integer> order = new ArrayList<>(); // plain on purpose: the Worker has to publish it
    CountDownLatch done = new CountDownLatch(200);
    for (int i = 0; i < 200; i += 2) {
      int number = i;
      busy.schedule(
          () -> {
            order.add(number);
            done.countDown();
          },
          100,
          MICROSECONDS);
      long due = System.nanoTime() + 100_000;
      while (System.nanoTime() <= due) {
        Thread.onSpinWait();
      }
      busy.schedule(
          () -> {
            order.add(number + 1);
            done.countDown();
          });
    }
    await(done);
    assertThat(order).isSorted();
  }

  /** Two threads submit while a third disposes; {@code -Pthorough} does it more often. */
  @Test
  void order_ofRandomTasks_isThatOfTheReference_whateverIsDisposedOf() throws Exception {
    int rounds = Boolean.getBoolean("loomwheel.thorough") ? 2_000 : 50;
    for (int round = 0; round < rounds; round++) {
      new RandomOrder(real.createWorker(), round).run();
    }
  }

  private WheelTimer withTickOfASecond() {
    return WheelTimer.builder().clock(clock).tickDuration(Duration.ofSeconds(1)).build();
  }

  @Test
  void order_ofATaskThatSubmitsItselfAMillionTimes_takesNoStack() {
    AtomicInteger runs = new AtomicInteger();
    worker.schedule(
        new Runnable() {
          @Override
          public void run() {
            if (runs.incrementAndGet() < 1_000_000) {
              worker.schedule(this);
            }
          }
        });
    assertThat(runs).hasValue(1_000_000);
  }

  @Test
  void order_holdsOnARealClockAcrossLevelsOfTheWheel() {
    Taker busy = real.createWorker();
    List<Integer> order = new ArrayList<>(); // plain on purpose: the Worker has to publish it
    CountDownLatch done = new CountDownLatch(3000);
    for (int i = 0; i < 3000; i++) {
      int number = i;
      busy.schedule(
          () -> {
            order.add(number);
            done.countDown();
          },
          100,
          MILLISECONDS);
    }
    await(done);
    assertThat(order).isSorted();
  }

  @Test
  void order_ofManyThreads_isSerialAndKeepsThatOfEach() {
    Taker shared = real.createWorker();
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
    await(done);
    assertThat(wrong).hasValue(0);
  }

  @Test
  void oneShotThatThrows_leavesTheWorkerWorking() {
    List<Throwable> errors = ecosystem.collectErrors();
    worker.schedule(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    worker.schedule(
        () -> {
          throw new AssertionError("on purpose");
        },
        1,
        SECONDS);
    worker.schedule(() -> ran.add("next"), 1, SECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("next");
    assertThat(errors).hasSize(2);
  }

  /** As many Workers as there are carriers, always busy: a batch ends, and others get a turn. */
  @Test
  void busyWorkers_onAllCarriers_letOthersThrough() {
    AtomicBoolean over = new AtomicBoolean();
    int carriers = Runtime.getRuntime().availableProcessors();
    CountDownLatch hot = new CountDownLatch(carriers);
    List<Taker> busy = new ArrayList<>();
    for (int i = 0; i < carriers; i++) {
      Taker each = real.createWorker();
      busy.add(each);
      each.schedule(
          new Runnable() {
            private int runs;

            @Override
            public void run() {
              if (++runs == 1000) {
                hot.countDown();
              }
              if (!over.get()) {
                each.schedule(this); // before it ends, so that the Worker never runs dry
              }
            }
          });
    }
    await(hot);
    for (int i = 0; i < 50; i++) {
      CountDownLatch others = new CountDownLatch(3);
      real.schedule(others::countDown);
      real.schedule(others::countDown, 1, MILLISECONDS);
      real.createWorker().schedule(others::countDown, 1, MILLISECONDS);
      await(others);
    }
    over.set(true);
    busy.forEach(Taker::dispose);
  }
}
