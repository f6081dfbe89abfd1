package io.loomwheel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.hangwatch.Logs;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** maxPendingTimeouts. */
class LimitTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).maxPendingTimeouts(3).build();

  private Timeout arm() {
    return timer.newTimeout(timeout -> {}, 10, SECONDS);
  }

  @Test
  void newTimeout_overTheLimit_isRejectedWithCountAndLimit() {
    arm();
    arm();
    arm();
    assertThatThrownBy(this::arm)
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("3 timeouts are pending, and maxPendingTimeouts is 3");
    assertThat(timer.pendingTimeouts()).isEqualTo(3);
  }

  @Test
  void newTimeout_overTheLimit_isLoggedOnceWithNumberAndLimit() {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    Logs.to(
        log,
        () -> {
          for (int i = 0; i < 10; i++) {
            try {
              arm();
            } catch (RejectedExecutionException overTheLimit) {
              assertThat(i).isGreaterThanOrEqualTo(3);
            }
          }
          while (!log.toString(UTF_8).contains("is 3\n")) {
            Waiting.spin();
          }
        });
    assertThat(log.toString(UTF_8))
        .containsOnlyOnce("Timer 'loomwheel' refuses timeouts, 1 so far: maxPendingTimeouts is 3");
  }

  /**
   * The caller may hold a lock, and another thread that waits for that may be the one that logs.
   */
  @Test
  void newTimeout_overTheLimit_isLoggedByAnotherThread() {
    Set<Thread> logging = ConcurrentHashMap.newKeySet();
    OutputStream log =
        new OutputStream() {
          @Override
          public void write(int letter) {
            logging.add(Thread.currentThread());
          }
        };
    arm();
    arm();
    arm();
    Logs.to(
        log,
        () -> {
          assertThatThrownBy(this::arm).isInstanceOf(RejectedExecutionException.class);
          while (logging.isEmpty()) {
            Waiting.spin();
          }
        });
    assertThat(logging).doesNotContain(Thread.currentThread());
  }

  @Test
  void newTimeout_overTheLimitAndTheLogFails_isRejectedAllTheSame() {
    arm();
    arm();
    arm();
    Logs.fail(() -> assertThatThrownBy(this::arm).isInstanceOf(RejectedExecutionException.class));
  }

  @Test
  void cancel_freesAPlaceAtOnce() {
    arm();
    arm();
    Timeout timeout = arm();
    for (int i = 0; i < 10; i++) {
      assertThat(timeout.cancel()).isTrue();
      assertThat(timeout.cancel()).isFalse();
      timeout = arm();
    }
    assertThatThrownBy(this::arm).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void fire_freesAPlaceBeforeTheTasksBody() {
    List<Timeout> next = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      timer.newTimeout(timeout -> next.add(arm()), 1, SECONDS);
    }
    clock.advance(Duration.ofSeconds(1));
    assertThat(next).hasSize(3);
    assertThatThrownBy(this::arm).isInstanceOf(RejectedExecutionException.class);
  }

  /** Most shards have not been used, and are not there. */
  @Test
  void fire_againAndAgainInOneOfManyShards_freesAsManyPlacesAsFired() {
    WheelTimer many = WheelTimer.builder().clock(clock).shards(64).maxPendingTimeouts(3).build();
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 3; i++) {
        many.newTimeout(timeout -> {}, 1, SECONDS);
      }
      assertThatThrownBy(() -> many.newTimeout(timeout -> {}, 1, SECONDS))
          .isInstanceOf(RejectedExecutionException.class)
          .hasMessage("3 timeouts are pending, and maxPendingTimeouts is 3");
      clock.advance(Duration.ofSeconds(1));
    }
  }

  @Test
  void newTimeout_withoutDelay_needsNoPlace() {
    arm();
    arm();
    arm();
    AtomicInteger ran = new AtomicInteger();
    timer.newTimeout(timeout -> ran.incrementAndGet(), 0, NANOSECONDS);
    assertThat(ran).hasValue(1);
  }

  @Test
  void reschedule_keepsItsPlace() {
    arm();
    arm();
    Timeout timeout = arm();
    assertThat(timeout.reschedule(1, SECONDS)).isTrue();
    assertThat(timeout.reschedule(20, SECONDS)).isTrue();
    clock.advance(Duration.ofSeconds(10));
    arm();
    arm();
    assertThatThrownBy(this::arm).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void stop_afterARejection_accountsForAll() {
    arm();
    arm();
    arm();
    assertThatThrownBy(this::arm).isInstanceOf(RejectedExecutionException.class);
    assertThat(timer.stop()).hasSize(3);
    assertThat(timer.pendingTimeouts()).isZero();
    assertThatThrownBy(this::arm).hasMessageContaining("stopped");
  }

  @Test
  void newTimeout_manyThreadsAtTheLimit_neverMoreThanTheLimitPending() throws Exception {
    int limit = 100;
    try (WheelTimer real = WheelTimer.builder().maxPendingTimeouts(limit).build()) {
      AtomicInteger pending = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      AtomicInteger rejected = new AtomicInteger();
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      List<Timeout> held = new ArrayList<>();
                      for (int i = 0; i < 50_000; i++) {
                        try {
                          held.add(real.newTimeout(timeout -> {}, 1, DAYS));
                          most.accumulateAndGet(pending.incrementAndGet(), Math::max);
                        } catch (RejectedExecutionException full) {
                          rejected.incrementAndGet();
                          pending.addAndGet(-held.size());
                          held.forEach(Timeout::cancel);
                          held.clear();
                        }
                      }
                      pending.addAndGet(-held.size());
                      held.forEach(Timeout::cancel);
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(most.get()).isLessThanOrEqualTo(limit);
      assertThat(rejected.get()).isPositive();
      assertThat(real.pendingTimeouts()).isZero();
      for (int i = 0; i < limit; i++) {
        real.newTimeout(timeout -> {}, 1, DAYS);
      }
    }
  }
}
