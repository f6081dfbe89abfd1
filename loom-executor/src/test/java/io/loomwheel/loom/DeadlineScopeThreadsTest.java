package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scopes on a timer with a driver, on threads of each kind. */
class DeadlineScopeThreadsTest {
  private static final Duration SHORT = Duration.ofMillis(5);

  @ParameterizedTest
  @EnumSource
  void within_blocksForEver_isInterruptedNotBeforeTheTimeIsUp(Threads threads) throws Exception {
    FutureTask<Long> tookNanos =
        threads.start(
            () -> {
              long began = System.nanoTime();
              try (DeadlineScope scope = DeadlineScope.within(SHORT)) {
                try {
                  new CountDownLatch(1).await();
                } catch (InterruptedException up) {
                  assertThat(scope.isExpired()).isTrue();
                }
              }
              assertThat(Thread.currentThread().isInterrupted()).isFalse();
              return System.nanoTime() - began;
            });
    assertThat(tookNanos.get(50, SECONDS)).isGreaterThanOrEqualTo(SHORT.toNanos());
  }

  @Test
  void within_allCarriersComputing_isInterruptedAllTheSame() throws Exception {
    AutoCloseable busy = Threads.holdingAllCarriers();
    try (busy) {
      FutureTask<Boolean> interrupted =
          Threads.PLATFORM.start(
              () -> {
                try (DeadlineScope scope = DeadlineScope.within(SHORT)) {
                  return !new CountDownLatch(1).await(30, SECONDS) && scope.isExpired();
                } catch (InterruptedException up) {
                  return true;
                }
              });
      assertThat(interrupted.get(50, SECONDS)).isTrue();
    }
  }

  @Test
  void within_interruptsOfOthersBlock_isInterruptedAllTheSame() throws Exception {
    CountDownLatch blocked = new CountDownLatch(4);
    CountDownLatch release = new CountDownLatch(1);
    for (int i = 0; i < 8; i++) {
      new Thread(() -> awaitInside(DeadlineScope.within(SHORT), release)) {
        @Override
        public void interrupt() {
          blocked.countDown();
          awaitInside(null, release);
          super.interrupt();
        }
      }.start();
    }
    try {
      assertThat(blocked.await(30, SECONDS)).isTrue();
      try (DeadlineScope scope = DeadlineScope.within(SHORT)) {
        assertThatThrownBy(() -> new CountDownLatch(1).await(30, SECONDS))
            .isInstanceOf(InterruptedException.class);
        assertThat(scope.isExpired()).isTrue();
      }
    } finally {
      release.countDown();
    }
  }

  private static void awaitInside(@Nullable DeadlineScope scope, CountDownLatch latch) {
    try (scope) {
      latch.await();
    } catch (InterruptedException e) {
      assertThat(latch.getCount()).isZero();
    }
  }

  /** The closes come about when the time is up, so they race with the interrupts. */
  @ParameterizedTest
  @EnumSource
  void close_racingWithTheDeadline_leavesNoInterruptBehind(Threads threads) throws Exception {
    WheelTimer timer = WheelTimer.builder().tickDuration(Duration.ofNanos(65_536)).build();
    try (timer) {
      List<FutureTask<Integer>> racers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        racers.add(threads.start(() -> race(timer, 500)));
      }
      int expired = 0;
      for (FutureTask<Integer> racer : racers) {
        expired += racer.get(50, SECONDS);
      }
      assertThat(expired).isBetween(0, 2_000);
      assertThat(timer.pendingTimeouts()).isZero();
    }
  }

  private static int race(WheelTimer timer, int rounds) {
    int expired = 0;
    for (int i = 0; i < rounds; i++) {
      DeadlineScope scope = DeadlineScope.within(timer, Duration.ofNanos(10_000));
      long end = System.nanoTime() + ThreadLocalRandom.current().nextLong(300_000);
      while (System.nanoTime() < end && !scope.isExpired()) {
        Thread.onSpinWait();
      }
      scope.close();
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
      expired += scope.isExpired() ? 1 : 0;
    }
    return expired;
  }

  @Test
  void close_afterAWhile_theThreadIsNotHeld() throws Exception {
    WheelTimer timer = WheelTimer.create();
    try (timer) {
      WeakReference<Thread> thread = closedOn(timer);
      while (thread.get() != null) {
        Waiting.collect();
        assertThat(new CountDownLatch(1).await(5, java.util.concurrent.TimeUnit.MILLISECONDS))
            .isFalse();
      }
    }
  }

  private static WeakReference<Thread> closedOn(WheelTimer timer) throws InterruptedException {
    Thread thread =
        Thread.ofVirtual().start(() -> DeadlineScope.within(timer, Duration.ofHours(1)).close());
    thread.join();
    return new WeakReference<>(thread);
  }

  /** A thread whose interrupt fails once, when told to, as without stack. */
  private static final class FailingThread extends Thread {
    private volatile boolean fails;

    FailingThread(Runnable task) {
      super(task);
    }

    @Override
    public void interrupt() {
      if (fails) {
        fails = false;
        throw new StackOverflowError("on purpose");
      }
      super.interrupt();
    }
  }

  @Test
  void within_zeroAndItsInterruptFails_isInterruptedByAnotherThread() throws Exception {
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              ((FailingThread) Thread.currentThread()).fails = true;
              try (DeadlineScope scope = DeadlineScope.within(Duration.ZERO)) {
                assertThatThrownBy(() -> new CountDownLatch(1).await(20, SECONDS))
                    .isInstanceOf(InterruptedException.class);
                assertThat(scope.isExpired()).isTrue();
              }
              assertThat(Thread.currentThread().isInterrupted()).isFalse();
              return null;
            });
    new FailingThread(task).start();
    task.get(50, SECONDS);
  }

  /** While an interrupt by others is pending, the scope checks again later, which may fail. */
  @Test
  void within_theClockFailsAsTheNextCheckIsArmed_isInterruptedAllTheSame() throws Exception {
    AtomicInteger failures = new AtomicInteger();
    WheelTimer timer =
        WheelTimer.builder()
            .clock(
                () -> {
                  if (Thread.currentThread().getName().equals("loomwheel-interrupter")
                      && failures.getAndIncrement() == 0) {
                    throw new StackOverflowError("on purpose");
                  }
                  return System.nanoTime();
                })
            .build();
    CountDownLatch interrupts = new CountDownLatch(2);
    FutureTask<Boolean> task =
        new FutureTask<>(
            () -> {
              try (DeadlineScope scope = DeadlineScope.within(timer, SHORT)) {
                Thread.currentThread().interrupt();
                while (failures.get() == 0) {
                  Thread.onSpinWait();
                }
                assertThat(Thread.interrupted()).isTrue();
                long end = System.nanoTime() + SECONDS.toNanos(20);
                while (interrupts.getCount() > 0 && System.nanoTime() < end) {
                  Thread.onSpinWait();
                }
                return scope.isExpired();
              }
            });
    new Thread(task) {
      @Override
      public void interrupt() {
        super.interrupt();
        interrupts.countDown();
      }
    }.start();
    assertThat(task.get(50, SECONDS)).isTrue();
    assertThat(interrupts.getCount()).as("that by others, and that of the scope").isZero();
    timer.stop();
  }

  /** While an interrupt by others is pending, the node of a scope that is up is armed again. */
  @Test
  void isExpired_asTheNextCheckIsArmed_isNotTakenBack() throws Exception {
    ManualClock clock = new ManualClock();
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    AtomicReference<DeadlineScope> current =
        new AtomicReference<>(DeadlineScope.within(timer, SHORT));
    current.get().close();
    FutureTask<Integer> takenBack =
        Threads.PLATFORM.start(
            () -> {
              int count = 0;
              for (DeadlineScope scope; (scope = current.get()) != null; ) {
                count += scope.isExpired() && !scope.isExpired() ? 1 : 0;
              }
              return count;
            });
    for (int i = 0; i < 200_000; i++) {
      try (DeadlineScope scope = DeadlineScope.within(timer, Duration.ofNanos(1))) {
        current.set(scope);
        Thread.currentThread().interrupt();
        clock.advance(Duration.ofNanos(1));
      }
    }
    assertThat(Thread.interrupted()).isTrue();
    current.set(null);
    assertThat(takenBack.get(50, SECONDS)).isZero();
  }

  @Test
  void close_failsAsItSendsTheOuterInterruptAgain_canBeRepeated() throws Exception {
    ManualClock clock = new ManualClock();
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              FailingThread me = (FailingThread) Thread.currentThread();
              DeadlineScope outer = DeadlineScope.within(timer, Duration.ofNanos(20));
              DeadlineScope inner = DeadlineScope.within(timer, Duration.ofNanos(10));
              clock.advance(Duration.ofNanos(30));
              while (!me.isInterrupted()) {
                Thread.onSpinWait(); // another thread interrupts it
              }
              assertThat(Thread.interrupted()).isTrue();
              me.fails = true;
              assertThatThrownBy(inner::close).hasMessage("on purpose");
              inner.close();
              assertThat(me.isInterrupted()).isTrue();
              assertThat(outer.isExpired()).isTrue();
              outer.close();
              assertThat(me.isInterrupted()).isFalse();
              return null;
            });
    new FailingThread(task).start();
    task.get(50, SECONDS);
  }
}
