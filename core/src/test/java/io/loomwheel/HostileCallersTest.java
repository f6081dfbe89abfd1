package io.loomwheel;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.dispatch.Relay;
import io.loomwheel.liveheap.LiveHeap;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What callers can do who choose delays, counts and task durations; see SECURITY.md. */
class HostileCallersTest {
  private static final long KIB = 1024;
  private static final TimerTask NOTHING = timeout -> {};

  @Test
  void newTimeout_delaysOfEveryMagnitude_takeNoMoreMemoryThanOthers() {
    int count = 200_000;
    try (WheelTimer timer = WheelTimer.create()) {
      timer.newTimeout(NOTHING, 1, DAYS);
      List<Timeout> timeouts = new ArrayList<>(count);
      long before = LiveHeap.bytes();
      for (int i = 0; i < count; i++) {
        long magnitude = 1L << (40 + i % 23); // from a quarter of an hour to 146 years
        timeouts.add(timer.newTimeout(NOTHING, magnitude + i * 997L, NANOSECONDS));
      }
      long each = (LiveHeap.bytes() - before) / count;
      assertThat(each).isBetween(40L, 128L); // a node of 48 bytes, and its cell
      timeouts.forEach(Timeout::cancel);
      timeouts.clear();
      assertThat(LiveHeap.bytes() - before).isLessThan(1024 * KIB);
    }
  }

  @Test
  void reschedule_backAndForthWithoutEnd_leavesTheHeapWhereItWas() {
    try (WheelTimer timer = WheelTimer.create()) {
      Timeout timeout = timer.newTimeout(NOTHING, 1, DAYS);
      long before = LiveHeap.bytes();
      for (int i = 0; i < 200_000; i++) {
        assertThat(timeout.reschedule(1 + i % 20, HOURS)).isTrue();
        assertThat(timeout.reschedule(1, DAYS)).isTrue();
      }
      assertThat(LiveHeap.bytes() - before).isLessThan(1024 * KIB);
      assertThat(timer.pendingTimeouts()).isEqualTo(1);
    }
  }

  @Test
  void tasksThatSpinOnEveryCarrier_theDriverFiresOn() throws Exception {
    int spinners = 2 * Runtime.getRuntime().availableProcessors();
    AtomicBoolean released = new AtomicBoolean();
    CountDownLatch done = new CountDownLatch(spinners);
    try (WheelTimer timer = WheelTimer.builder().taskExecutor(Relay.perTask()).build()) {
      for (int i = 0; i < spinners; i++) {
        timer.newTimeout(
            timeout -> {
              while (!released.get()) {
                Thread.onSpinWait();
              }
              done.countDown();
            },
            1,
            MILLISECONDS);
      }
      Timeout later = timer.newTimeout(NOTHING, 20, MILLISECONDS);
      long deadline = System.nanoTime() + SECONDS.toNanos(30);
      while (!later.isExpired() && System.nanoTime() - deadline < 0) {
        Thread.onSpinWait();
      }
      boolean fired = later.isExpired();
      released.set(true);
      assertThat(fired).isTrue();
      assertThat(done.await(30, SECONDS)).isTrue();
    }
  }
}
