package io.loomwheel.netty;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.netty.util.Timeout;
import io.netty.util.TimerTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Threads arm and cancel while another stops the timer: each timeout that was accepted has one end,
 * one that was refused has none.
 */
class NettyTimerRaceTest {
  private static final int ROUNDS = 60;
  private static final int ARMERS = 3;

  private final WheelTimer wheel = WheelTimer.create();
  private final ExecutorService threads = Executors.newFixedThreadPool(ARMERS + 1);

  @AfterEach
  void end() {
    threads.close();
    wheel.stop();
  }

  /** What came of one task. */
  private static final class Ends implements TimerTask {
    final CountDownLatch ran = new CountDownLatch(1);
    final AtomicInteger runs = new AtomicInteger();
    final AtomicInteger notified = new AtomicInteger();
    Timeout timeout;
    boolean cancelled;

    @Override
    public void run(Timeout fired) {
      runs.incrementAndGet();
      ran.countDown();
    }

    @Override
    public void cancelled(Timeout dropped) {
      notified.incrementAndGet();
    }
  }

  @Test
  void stop_ofAView_racingArmsCancelsAndExpiries_loseNoneAndEndNoneTwice() throws Exception {
    int returned = 0;
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      NettyWheelTimer view = NettyWheelTimer.on(wheel);
      Round result = race(view, round);
      returned += result.left.size();
      refused += result.refused.size();
      assertThat(view.stop()).isEmpty();
    }
    assertThat(returned).as("some were returned").isPositive();
    assertThat(refused).as("some were refused").isPositive();
    assertThat(wheel.pendingTimeouts()).isZero();
  }

  @Test
  void stop_ofOwnWheels_racingArmsCancelsAndExpiries_loseNoneAndEndNoneTwice() throws Exception {
    for (int round = 0; round < ROUNDS / 10; round++) {
      race(NettyWheelTimer.create(), round);
    }
  }

  private record Round(Set<Timeout> left, Queue<Ends> refused) {}

  private Round race(NettyWheelTimer timer, int seed) throws Exception {
    Queue<Ends> accepted = new ConcurrentLinkedQueue<>();
    Queue<Ends> refused = new ConcurrentLinkedQueue<>();
    CountDownLatch some = new CountDownLatch(50);
    CyclicBarrier start = new CyclicBarrier(ARMERS + 1);
    List<Future<?>> armers = new ArrayList<>();
    for (int i = 0; i < ARMERS; i++) {
      SplittableRandom random = new SplittableRandom(seed * ARMERS + i);
      armers.add(
          threads.submit(
              () -> {
                start.await();
                while (arm(timer, random, accepted, refused)) {
                  some.countDown();
                }
                return null;
              }));
    }
    start.await();
    assertThat(some.await(60, SECONDS)).isTrue();
    Set<Timeout> left = timer.stop();
    for (Future<?> armer : armers) {
      armer.get(60, SECONDS);
    }
    assertThat(timer.pendingTimeouts()).as("wait though it was stopped").isZero();
    accepted.forEach(one -> assertOneEnd(one, left.contains(one.timeout)));
    refused.forEach(
        one -> {
          assertThat(one.runs).hasValue(0);
          assertThat(one.notified).hasValue(0);
        });
    assertThat(accepted.stream().filter(one -> left.contains(one.timeout))).hasSize(left.size());
    return new Round(left, refused);
  }

  private static boolean arm(
      NettyWheelTimer timer, SplittableRandom random, Queue<Ends> accepted, Queue<Ends> refused) {
    Ends task = new Ends();
    try {
      task.timeout = timer.newTimeout(task, random.nextInt(-1, 4000), MICROSECONDS);
    } catch (IllegalStateException stopped) {
      refused.add(task);
      return false;
    }
    if (random.nextInt(3) == 0) {
      task.cancelled = task.timeout.cancel();
    }
    accepted.add(task);
    return true;
  }

  private static void assertOneEnd(Ends task, boolean returned) {
    try {
      boolean runs = !task.cancelled && !returned;
      assertThat(task.ran.await(runs ? 60 : 0, SECONDS)).isEqualTo(runs);
      assertThat(task.runs).hasValue(runs ? 1 : 0);
      assertThat(task.notified).hasValue(runs ? 0 : 1);
      assertThat(task.cancelled && returned).as("two ends").isFalse();
      assertThat(task.timeout.isExpired()).isEqualTo(runs);
      assertThat(task.timeout.isCancelled()).isEqualTo(!runs);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
