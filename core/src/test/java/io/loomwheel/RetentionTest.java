package io.loomwheel;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.liveheap.LiveHeap;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.vm.VM;

/** What a timer holds, and what it lets go of. */
class RetentionTest {
  private static final long KIB = 1024;

  /** References take four bytes, or eight on heaps from 32 GB on. */
  @Test
  void timeout_takesAtMost48BytesOr64WithWideReferences() {
    long most = VM.current().sizeOfField(Object.class.getName()) == 4 ? 48 : 64;
    assertThat(ClassLayout.parseClass(TimerTimeout.class).instanceSize()).isLessThanOrEqualTo(most);
  }

  @Test
  void cancel_makesTheTaskUnreachableAtOnce() {
    try (WheelTimer timer = WheelTimer.create()) {
      Object payload = new Object();
      WeakReference<Object> reference = new WeakReference<>(payload);
      Timeout timeout = timer.newTimeout(new Holding(payload), 1, DAYS);
      payload = null;
      assertThat(timeout.cancel()).isTrue();
      assertThat(Waiting.isCollected(reference)).isTrue();
    }
  }

  private record Holding(Object payload) implements TimerTask {
    @Override
    public void run(Timeout timeout) {}
  }

  @Test
  void idleTimer_takesLessThan64KiB() {
    int count = 40; // fewer than the number that is warned of, which happens once in a JVM
    List<WheelTimer> timers = new ArrayList<>();
    long before = LiveHeap.bytes();
    for (int i = 0; i < count; i++) {
      timers.add(WheelTimer.builder().leakDetection(false).build());
    }
    long each = (LiveHeap.bytes() - before) / count;
    timers.forEach(WheelTimer::close);
    assertThat(each).isLessThan(64 * KIB);
  }

  @Test
  void millionCancelledOneDayTimeouts_leaveTheHeapWhereItWas() {
    try (WheelTimer timer = WheelTimer.create()) {
      timer.newTimeout(timeout -> {}, 1, DAYS);
      long before = LiveHeap.bytes();
      armAndCancel(timer, 1_000_000);
      awaitLessThan(before + 1024 * KIB); // the driver sweeps
      assertThat(timer.pendingTimeouts()).isEqualTo(1);
    }
  }

  private static void awaitLessThan(long bytes) {
    long end = System.nanoTime() + SECONDS.toNanos(30);
    while (LiveHeap.bytes() >= bytes && System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
    assertThat(LiveHeap.bytes()).isLessThan(bytes);
  }

  private static void armAndCancel(WheelTimer timer, int count) {
    List<Timeout> timeouts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      timeouts.add(timer.newTimeout(timeout -> {}, DAYS.toNanos(1) + i * 997L, NANOSECONDS));
    }
    timeouts.forEach(Timeout::cancel);
  }

  @Test
  void burstThatFired_leavesTheHeapWhereItWas() {
    io.loomwheel.testing.ManualClock clock = new io.loomwheel.testing.ManualClock();
    WheelTimer timer = WheelTimer.builder().clock(clock).tickDuration(Duration.ofMillis(1)).build();
    long before = LiveHeap.bytes();
    for (int i = 0; i < 1_000_000; i++) {
      timer.newTimeout(timeout -> {}, 1_000_000_000L + i, NANOSECONDS);
    }
    clock.advance(Duration.ofSeconds(2));
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(LiveHeap.bytes() - before).isLessThan(1024 * KIB);
  }
}
