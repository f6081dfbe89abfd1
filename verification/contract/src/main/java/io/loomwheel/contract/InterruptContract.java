package io.loomwheel.contract;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Whom disposing of a running task interrupts: that task, or nobody. */
public abstract class InterruptContract extends SchedulerContract {
  protected InterruptContract(Ecosystem ecosystem) {
    super(ecosystem);
  }

  @Test
  void dispose_fromAnotherThread_interruptsWhatRuns() {
    for (Taker taker : List.of(real, real.createWorker())) {
      for (long delay : new long[] {0, 1}) {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Handle task =
            accepted(taker.schedule(() -> block(running, interrupted), delay, MILLISECONDS));
        await(running);
        assertThat(task.isDisposed()).isFalse();
        task.dispose();
        await(interrupted);
        assertThat(task.isDisposed()).isTrue();
      }
    }
  }

  @Test
  void dispose_fromItsOwnThread_neverInterrupts() {
    for (Taker taker : List.of(scheduler, scheduler.createWorker())) {
      AtomicReference<Handle> self = new AtomicReference<>();
      AtomicBoolean flag = new AtomicBoolean();
      self.set(
          accepted(
              taker.schedule(
                  () -> {
                    accepted(self.get()).dispose();
                    flag.set(Thread.currentThread().isInterrupted());
                    ran.add("to its end");
                  },
                  1,
                  SECONDS)));
      clock.advance(Duration.ofSeconds(1));
      assertThat(flag).isFalse();
    }
    assertThat(ran).hasSize(2);
  }

  @Test
  void dispose_ofATaskThatKeepsItsInterrupt_leavesTheThreadClean() {
    Queue<Runnable> handedOver = new ArrayDeque<>();
    Subject byHand = ecosystem.on(timer, handedOver::add);
    AtomicReference<Handle> self = new AtomicReference<>();
    self.set(
        accepted(
            byHand.schedule(
                () -> {
                  Thread.ofPlatform().start(() -> accepted(self.get()).dispose());
                  while (!Thread.currentThread().isInterrupted()) {
                    Thread.onSpinWait();
                  }
                })));
    handedOver.remove().run();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void dispose_leaksNoInterruptIntoTheNextTask() {
    for (Taker taker : List.of(real, real.createWorker())) {
      AtomicInteger leaks = new AtomicInteger();
      for (int i = 0; i < 500; i++) {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch next = new CountDownLatch(1);
        Handle first = accepted(taker.schedule(running::countDown));
        taker.schedule(
            () -> {
              if (Thread.currentThread().isInterrupted()) {
                leaks.incrementAndGet();
              }
              next.countDown();
            });
        await(running);
        first.dispose();
        await(next);
      }
      assertThat(leaks).hasValue(0);
    }
  }

  @Test
  void dispose_whereNobodyInterrupts_letsWhatRunsEnd_whicheverIsDisposedOf() {
    for (long delay : new long[] {0, 1}) {
      for (int what = 0; what < 3; what++) {
        Subject gentle = ecosystem.ownWithoutInterrupts();
        Taker worker = gentle.createWorker();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Handle task =
            accepted(
                worker.schedule(
                    () -> {
                      running.countDown();
                      try {
                        go.await();
                      } catch (InterruptedException e) {
                        interrupted.countDown();
                      }
                      ended.countDown();
                    },
                    delay,
                    MILLISECONDS));
        await(running);
        if (what == 0) {
          task.dispose();
        } else {
          (what == 1 ? worker : gentle).dispose();
        }
        assertThat(task.isDisposed()).isTrue();
        go.countDown();
        await(ended);
        assertThat(interrupted.getCount()).isEqualTo(1);
        gentle.dispose();
      }
    }
  }
}
