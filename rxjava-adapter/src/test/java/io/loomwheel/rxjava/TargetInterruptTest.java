package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who is interrupted on a target: those of our tasks that are to be, and nobody else. */
class TargetInterruptTest {
  private final WheelTimer real = WheelTimer.create();
  private final List<String> ran = new CopyOnWriteArrayList<>();

  @AfterEach
  void tidy() {
    real.stop();
  }

  @Test
  void worker_disposedOfByItsOwnTask_isGivenBackOnceThatIsOver_andInterruptsNobody()
      throws Exception {
    Lender threads = new Lender(Schedulers.newThread());
    Scheduler.Worker worker = WheelScheduler.delegating(real, threads).createWorker();
    List<Boolean> seen = new CopyOnWriteArrayList<>();
    CountDownLatch done = new CountDownLatch(1);
    worker.schedule(
        () -> {
          worker.dispose();
          seen.add(Thread.currentThread().isInterrupted());
          seen.add(worker.isDisposed());
          seen.add(threads.lent() == 1);
          done.countDown();
        });
    assertThat(done.await(30, SECONDS)).isTrue();
    assertThat(seen).containsExactly(false, true, true);
    while (threads.lent() > 0) {
      Waiting.spin();
    }
  }

  @Test
  void timing_setNotTo_interruptsNobody_whicheverIsDisposedOf() throws Exception {
    for (Scheduler stock : List.of(Schedulers.computation(), Schedulers.io())) {
      for (int what = 0; what < 4; what++) {
        Lender lender = new Lender(stock);
        WheelScheduler gentle = WheelScheduler.delegating(real, lender, false);
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Runnable blocking =
            () -> {
              running.countDown();
              ran.add(await(go) ? "interrupted" : "to its end");
              ended.countDown();
            };
        Scheduler.Worker worker = gentle.createWorker();
        Disposable task =
            what == 3
                ? gentle.schedulePeriodicallyDirect(blocking, 1, 1, MILLISECONDS)
                : worker.schedule(blocking, what, MILLISECONDS);
        assertThat(running.await(30, SECONDS)).isTrue();
        if (what == 1) {
          worker.dispose();
        } else if (what == 2) {
          gentle.shutdown();
        } else {
          task.dispose();
        }
        assertThat(task.isDisposed()).isTrue();
        go.countDown();
        assertThat(ended.await(30, SECONDS)).isTrue();
        worker.dispose();
        while (lender.lent() > 0) {
          Waiting.spin();
        }
      }
    }
    assertThat(ran).hasSize(8).containsOnly("to its end");
  }

  @Test
  void timing_byDefault_interrupts_onAnExecutorsSchedulerToo() throws Exception {
    Scheduler.Worker worker =
        WheelScheduler.delegating(real, Schedulers.from(task -> Thread.startVirtualThread(task)))
            .createWorker();
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    worker.schedule(
        () -> {
          running.countDown();
          if (await(new CountDownLatch(1))) {
            interrupted.countDown();
          }
        });
    assertThat(running.await(30, SECONDS)).isTrue();
    worker.dispose();
    assertThat(interrupted.await(30, SECONDS)).isTrue();
  }

  /** {@return whether it was interrupted} */
  private static boolean await(CountDownLatch latch) {
    try {
      latch.await();
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }
}
