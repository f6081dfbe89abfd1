package io.loomwheel;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** What becomes of a timeout whose task the executor refuses and the handler drops. */
class DroppedTaskTest {
  private static final Executor FULL =
      task -> {
        throw new RejectedExecutionException("full, on purpose");
      };

  private final ManualClock clock = new ManualClock();
  private final List<String> reasons = new ArrayList<>();
  private final CountDownLatch notified = new CountDownLatch(1);
  private final CountDownLatch ran = new CountDownLatch(1);
  private final WheelTimer timer =
      WheelTimer.builder()
          .clock(clock)
          .taskExecutor(FULL)
          .dropRejected(reason -> reasons.add(reason.getMessage()))
          .build();

  private volatile boolean isVirtual;

  private final class Notified implements TimerTask {
    private final boolean mustRun;

    Notified(boolean mustRun) {
      this.mustRun = mustRun;
    }

    @Override
    public void run(Timeout timeout) {
      ran.countDown();
    }

    @Override
    public void cancelled(Timeout timeout) {
      isVirtual = Thread.currentThread().isVirtual();
      notified.countDown();
    }

    @Override
    public boolean mustRun() {
      return mustRun;
    }
  }

  @Test
  void dropRejected_byAFullExecutor_isCancelledAndNotified() throws Exception {
    Timeout timeout = timer.newTimeout(new Notified(false), 1, SECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(reasons).containsExactly("full, on purpose");
    assertThat(notified.await(60, SECONDS)).isTrue();
    assertThat(isVirtual).isTrue();
    assertThat(timeout.isCancelled()).isTrue();
    assertThat(timeout.isExpired()).isFalse();
    assertThat(timeout.task()).isNull();
    assertThat(ran.getCount()).isOne();
    assertThat(timer.stats().rejected()).isOne();
  }

  @Test
  void dropRejected_whoIsToldThrows_isDroppedAllTheSame() throws Exception {
    WheelTimer failing =
        WheelTimer.builder()
            .clock(clock)
            .taskExecutor(FULL)
            .dropRejected(
                reason -> {
                  throw new IllegalStateException("on purpose");
                })
            .build();
    failing.newTimeout(new Notified(false), 1, SECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(notified.await(60, SECONDS)).isTrue();
    assertThat(ran.getCount()).isOne();
  }

  @Test
  void dropRejected_aTaskThatMustRun_runs() throws Exception {
    timer.newTimeout(new Notified(true), 1, SECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran.await(60, SECONDS)).isTrue();
    assertThat(reasons).isEmpty();
    assertThat(notified.getCount()).isOne();
  }

  @Test
  void dropRejected_aTaskThatTheExecutorRanAndThenRefused_isNotNotified() {
    WheelTimer failing =
        WheelTimer.builder()
            .clock(clock)
            .taskExecutor(
                task -> {
                  task.run();
                  throw new RejectedExecutionException("too late");
                })
            .dropRejected(reason -> reasons.add(reason.getMessage()))
            .build();
    Timeout timeout = failing.newTimeout(new Notified(false), 1, SECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran.getCount()).isZero();
    assertThat(timeout.isExpired()).isTrue();
    assertThat(timeout.isCancelled()).isFalse();
    assertThat(timeout.task()).isNotNull();
  }

  @Test
  void dropRejected_aTaskThatSaysNothingOfIt_isCancelled() throws Exception {
    Timeout timeout = timer.newTimeout(unused -> ran.countDown(), 1, SECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(reasons).hasSize(1);
    while (!timeout.isCancelled()) { // it is dropped on a thread of its own
      Waiting.spin();
    }
    assertThat(ran.getCount()).isOne();
  }

  @Test
  void onDropped_afterItRan_changesNothing() {
    TimerTimeout timeout = new TimerTimeout(timer, new Notified(false));
    timeout.primeFired(1);
    timeout.run();
    timeout.onDropped();
    assertThat(ran.getCount()).isZero();
    assertThat(notified.getCount()).isOne();
    assertThat(timeout.isCancelled()).isFalse();
    assertThat(timeout.task()).isNotNull();
  }
}
