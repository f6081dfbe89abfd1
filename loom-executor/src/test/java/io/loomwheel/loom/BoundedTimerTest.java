package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How far a limit of the executor bounds what a timer runs; SECURITY.md names these tests. */
class BoundedTimerTest {
  private static final int TASKS = 50;

  private final ManualClock clock = new ManualClock();
  private final VirtualThreadExecutor executor =
      VirtualThreadExecutor.builder().maxRunning(2, 3).build();
  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger mostRunning = new AtomicInteger();
  private final AtomicInteger dropped = new AtomicInteger();
  private final CountDownLatch all = new CountDownLatch(TASKS);
  private final TimerTask blocking =
      timeout -> {
        mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
        release.await();
        running.decrementAndGet();
        all.countDown();
      };

  @AfterEach
  void end() {
    release.countDown();
    executor.close();
  }

  private WheelTimer dropping() {
    return WheelTimer.builder()
        .clock(clock)
        .taskExecutor(executor)
        .dropRejected(reason -> dropped.incrementAndGet())
        .build();
  }

  private void assertBounded() {
    assertThat(executor.size()).isEqualTo(5);
    assertThat(dropped).hasValue(TASKS - 5);
    release.countDown();
    executor.close();
    assertThat(mostRunning.get()).isBetween(1, 2);
    assertThat(all.getCount()).isEqualTo(TASKS - 5);
  }

  @Test
  void fire_boundedExecutorAndAHandlerThatDrops_neverMoreThanTheLimit() {
    WheelTimer timer = dropping();
    for (int i = 0; i < TASKS; i++) {
      timer.newTimeout(blocking, 1, SECONDS);
    }
    clock.advance(Duration.ofSeconds(1));
    assertBounded();
  }

  @Test
  void newTimeout_withoutDelay_isBoundedByTheExecutor() {
    WheelTimer timer = dropping();
    for (int i = 0; i < TASKS; i++) {
      timer.newTimeout(blocking, 0, SECONDS);
    }
    assertBounded();
  }

  @Test
  void fire_boundedExecutorAndTheDefaultHandler_losesNothing() throws Exception {
    WheelTimer timer = WheelTimer.builder().clock(clock).taskExecutor(executor).build();
    for (int i = 0; i < TASKS; i++) {
      timer.newTimeout(blocking, 1, SECONDS);
    }
    clock.advance(Duration.ofSeconds(1));
    assertThat(executor.size()).isEqualTo(5);
    release.countDown();
    assertThat(all.await(30, SECONDS)).isTrue();
    assertThat(timer.stats().rejected()).isEqualTo(TASKS - 5);
  }
}
