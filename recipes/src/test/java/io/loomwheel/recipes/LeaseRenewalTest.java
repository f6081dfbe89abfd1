package io.loomwheel.recipes;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.testing.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseRenewalTest {
  private static final Duration LENGTH = Duration.ofSeconds(12);

  private final ManualClock clock = new ManualClock();
  private final List<Throwable> failures = new ArrayList<>();
  private final WheelTimer timer =
      WheelTimer.builder().clock(clock).onFailure((timeout, cause) -> failures.add(cause)).build();
  private final Server server = new Server();
  private final LeaseRenewal renewal = LeaseRenewal.of(timer, LENGTH, server);

  private void advance(long seconds) {
    clock.advance(Duration.ofSeconds(seconds));
  }

  @Test
  void start_renewsAtEachThird_untilCancelled() {
    assertThat(renewal.start()).isTrue();
    advance(40);
    assertThat(server.renewals).containsExactly(4L, 8L, 12L, 16L, 20L, 24L, 28L, 32L, 36L, 40L);
    assertThat(timer.stats().fired()).as("the end is put off, and never fires").isEqualTo(10);
    assertThat(renewal.isHeld()).isTrue();
    assertThat(renewal.cancel()).isTrue();
    assertThat(renewal.isHeld()).isFalse();
    assertThat(timer.pendingTimeouts()).isZero();
    advance(100);
    assertThat(server.renewals).hasSize(10);
    assertThat(server.lost).isEmpty();
  }

  @Test
  void renew_fails_isTriedAgainWhileTheLeaseLasts_andThenLostOnce() {
    renewal.start();
    advance(4);
    server.answer = server::fail;
    advance(100);
    assertThat(server.renewals).containsExactly(4L, 8L, 9L, 10L, 11L, 12L, 13L, 14L, 15L);
    assertThat(server.lost).containsExactly(16L);
    assertThat(server.causes.getFirst()).isInstanceOf(IOException.class);
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(renewal.cancel()).isFalse();
    assertThat(failures).isEmpty();
  }

  /** A timer with slack may be late by a half of each delay; a lease that has ended is lost. */
  @ParameterizedTest
  @CsvSource({"1, 0", "1, 2", "3, 2", "7, 0", "7, 2"})
  void renew_failsOnATimerWithSlack_isLostWhenTheLeaseEnds(int slack, int renewed) {
    WheelTimer loose = WheelTimer.builder().clock(clock).slack(slack).build();
    clock.advance(Duration.ofNanos(777_777));
    AtomicLong endsAt = new AtomicLong(clock.nanoTime() + LENGTH.toNanos());
    List<Long> lostAt = new ArrayList<>();
    AtomicInteger renewals = new AtomicInteger();
    Callable<Boolean> renewal =
        () -> {
          if (renewals.getAndIncrement() >= renewed) {
            return server.fail();
          }
          endsAt.set(clock.nanoTime() + LENGTH.toNanos());
          return true;
        };
    LeaseRenewal.of(loose, LENGTH, new TestLease(renewal, why -> lostAt.add(clock.nanoTime())))
        .start();

    advance(100);

    assertThat(lostAt).containsExactly(endsAt.get());
  }

  @Test
  void renew_failsAFewTimes_isRenewedAndGoesOnAtEachThird() {
    renewal.start();
    server.answer =
        () -> {
          if (server.renewals.size() < 4) {
            return server.fail();
          }
          return true;
        };
    advance(15);
    assertThat(server.renewals).containsExactly(4L, 5L, 6L, 7L, 11L, 15L);
    server.answer = server::fail;
    advance(100);
    assertThat(server.lost).containsExactly(27L);
  }

  @Test
  void renew_saysThatItIsGone_isLostAtOnce() {
    renewal.start();
    server.answer = () -> false;
    advance(5);
    assertThat(timer.pendingTimeouts()).isZero();
    advance(100);
    assertThat(server.renewals).containsExactly(4L);
    assertThat(server.lost).containsExactly(4L);
    assertThat(server.causes).containsExactly((Throwable) null);
  }

  @Test
  void renew_takesLong_countsFromWhenItBegan() {
    renewal.start();
    server.answer =
        () -> {
          advance(3);
          return true;
        };
    advance(12);
    assertThat(server.renewals).containsExactly(4L, 8L, 12L);
    assertThat(server.lost).isEmpty();
  }

  @Test
  void renew_returnsAfterTheLeaseHasEnded_countsAsLost_atTheEnd() {
    renewal.start();
    server.answer =
        () -> {
          advance(20);
          return true;
        };
    advance(100);
    assertThat(server.renewals).containsExactly(4L);
    assertThat(server.lost).containsExactly(12L);
    assertThat(renewal.isHeld()).isFalse();
  }

  /** The server hangs: the loss is noticed by a thread that doesn't. */
  @Test
  void renew_blocks_theLossIsReportedOnTime() throws Exception {
    CountDownLatch renewing = new CountDownLatch(1);
    CountDownLatch lost = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    AtomicInteger losses = new AtomicInteger();
    WheelTimer threaded = WheelTimer.builder().clock(clock).taskExecutor(Relay.perTask()).build();
    Callable<Boolean> renewal =
        () -> {
          renewing.countDown();
          lost.await();
          over.countDown();
          return true;
        };
    Consumer<@Nullable Throwable> loss =
        why -> {
          losses.incrementAndGet();
          lost.countDown();
        };
    LeaseRenewal.of(threaded, LENGTH, new TestLease(renewal, loss)).start();
    advance(4);
    assertThat(renewing.await(30, SECONDS)).isTrue(); // or the end might overtake the renewal
    advance(8);
    assertThat(over.await(30, SECONDS)).isTrue();
    assertThat(losses).hasValue(1);
  }

  /** As if its thread were stopped between the two looks at the clock of a timeout it arms. */
  @Test
  void end_comesWhileItsTimeoutIsArmedAgain_isNoticedAtOnce() throws Exception {
    LeapingClock leaping = new LeapingClock();
    BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    try (WheelTimer driven = WheelTimer.builder().clock(leaping).taskExecutor(tasks::add).build()) {
      LeaseRenewal.of(driven, LENGTH, server).start();
      leaping.moveTo(Duration.ofSeconds(9));
      Runnable step = tasks.poll(20, SECONDS);
      assertThat(step).isNotNull();
      leaping.leapAt(3, Duration.ofSeconds(3));

      step.run();

      assertThat(server.lost).hasSize(1);
      assertThat(server.renewals).isEmpty();
    }
  }

  /** As if its thread were stopped once it has found the renewal to be in time. */
  @Test
  void end_comesWhileARenewalIsCounted_isReportedOnce() throws Exception {
    LeapingClock leaping = new LeapingClock();
    BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    try (WheelTimer driven = WheelTimer.builder().clock(leaping).taskExecutor(tasks::add).build()) {
      LeaseRenewal.of(driven, LENGTH, server).start();
      leaping.moveTo(Duration.ofSeconds(5));
      Runnable step = tasks.poll(20, SECONDS);
      assertThat(step).isNotNull();
      server.answer =
          () -> {
            leaping.leapAt(2, LENGTH);
            return true;
          };

      step.run();

      assertThat(server.renewals).hasSize(1);
      assertThat(server.lost).hasSize(1);
    }
  }

  @Test
  void start_ofAThreadThatIsStoppedUntilTheEnd_isReportedAsLostThen() throws Exception {
    LeapingClock leaping = new LeapingClock();
    BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    try (WheelTimer driven = WheelTimer.builder().clock(leaping).taskExecutor(tasks::add).build()) {
      leaping.leapAt(2, LENGTH);
      LeaseRenewal.of(driven, LENGTH, server).start();
      leaping.moveTo(LENGTH.plus(driven.tickDuration()));
      Runnable step = tasks.poll(20, SECONDS);
      assertThat(step).isNotNull();

      step.run();

      assertThat(server.lost).hasSize(1);
    }
  }

  /** The clients' bug: an unlock overtakes what registers the renewal. */
  @Test
  void executor_isLate_aRenewalDueAtTheEnd_isTooLate() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    WheelTimer late = WheelTimer.builder().clock(clock).taskExecutor(tasks::add).build();
    LeaseRenewal.of(late, LENGTH, server).start();
    advance(12);
    tasks.forEach(Runnable::run);
    assertThat(server.renewals).isEmpty();
    assertThat(server.lost).containsExactly(12L);
  }

  @Test
  void executor_isLate_aRenewalThatReturnsAtTheEnd_isTheLoss_reportedOnce() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    WheelTimer late = WheelTimer.builder().clock(clock).taskExecutor(tasks::add).build();
    server.answer =
        () -> {
          advance(8);
          return true;
        };
    LeaseRenewal.of(late, LENGTH, server).start();
    advance(4);
    tasks.remove().run();
    assertThat(server.lost).containsExactly(12L);
    tasks.forEach(Runnable::run);
    assertThat(server.lost).hasSize(1);
  }

  @Test
  void executor_isLate_cancelledMeanwhile_isNotRenewed() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    WheelTimer late = WheelTimer.builder().clock(clock).taskExecutor(tasks::add).build();
    LeaseRenewal cancelled = LeaseRenewal.of(late, LENGTH, server);
    cancelled.start();
    advance(4);
    cancelled.cancel();
    tasks.remove().run();
    assertThat(server.renewals).isEmpty();
    assertThat(late.pendingTimeouts()).isZero();
  }

  @Test
  void cancel_beforeStart_isForGood() {
    assertThat(renewal.cancel()).isTrue();
    assertThat(renewal.start()).isFalse();
    advance(100);
    assertThat(server.renewals).isEmpty();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void cancel_beforeTheFirstRenewal_isForGood() {
    renewal.start();
    assertThat(renewal.cancel()).isTrue();
    assertThat(renewal.cancel()).isTrue();
    assertThat(renewal.start()).isFalse();
    advance(100);
    assertThat(server.renewals).isEmpty();
    assertThat(server.lost).isEmpty();
  }

  @Test
  void cancel_duringARenewal_isForGood_whateverThatReturns() {
    for (boolean held : new boolean[] {true, false}) {
      LeaseRenewal mine = LeaseRenewal.of(timer, LENGTH, server);
      server.answer =
          () -> {
            assertThat(mine.cancel()).isTrue();
            return held;
          };
      mine.start();
      advance(100);
    }
    assertThat(server.renewals).hasSize(2);
    assertThat(server.lost).isEmpty();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void stop_ofTheTimer_isALoss_reportedOnce() {
    renewal.start();
    advance(5);
    timer.stop();
    assertThat(server.lost).containsExactly(5L);
    assertThat(server.causes.getFirst()).isInstanceOf(RejectedExecutionException.class);
    assertThat(renewal.cancel()).isFalse();
  }

  @Test
  void stop_duringARenewal_isALoss_reportedOnce() {
    renewal.start();
    server.answer =
        () -> {
          timer.stop();
          return true;
        };
    advance(5);
    assertThat(server.lost).containsExactly(4L);
    assertThat(server.causes.getFirst()).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void limit_ofTheTimerReached_isALoss_reportedOnce() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    WheelTimer limited =
        WheelTimer.builder().clock(clock).maxPendingTimeouts(1).taskExecutor(tasks::add).build();
    LeaseRenewal.of(limited, LENGTH, server).start();
    advance(4);
    limited.schedule(() -> {}, LENGTH);
    tasks.remove().run();
    assertThat(server.renewals).isEmpty();
    assertThat(server.lost).containsExactly(4L);
    assertThat(server.causes.getFirst()).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void start_timerIsFull_throwsAndLeavesNothing() {
    WheelTimer limited = WheelTimer.builder().clock(clock).maxPendingTimeouts(1).build();
    limited.schedule(() -> {}, LENGTH);
    LeaseRenewal refused = LeaseRenewal.of(limited, LENGTH, server);
    assertThatThrownBy(refused::start).isInstanceOf(RejectedExecutionException.class);
    assertThat(limited.pendingTimeouts()).isOne();
    assertThat(refused.isHeld()).isFalse();
    assertThat(refused.start()).as("it is over").isFalse();
    limited.stop();
    assertThat(server.lost).isEmpty();
  }

  @Test
  void start_ofALeaseThatEndsAtOnce_isLostOnceTheClockMoves() {
    LeaseRenewal brief = LeaseRenewal.of(timer, Duration.ofNanos(1), server);
    assertThat(brief.start()).isTrue();
    assertThat(brief.isHeld()).isTrue();
    advance(1);
    assertThat(server.lost).containsExactly(0L);
  }

  @Test
  void start_again_throws() {
    renewal.start();
    assertThatIllegalStateException().isThrownBy(renewal::start);
  }

  @Test
  void lost_throws_isReported() {
    server.answer = () -> false;
    server.failsToTakeNote = true;
    renewal.start();
    advance(5);
    assertThat(failures).hasSize(1);
    LeaseRenewal other = LeaseRenewal.of(timer, LENGTH, server);
    other.start();
    timer.stop();
    assertThat(failures).hasSize(2);
    assertThat(server.lost).hasSize(2);
  }

  @Test
  void of_lengthNotPositive_isRejectedWithValueAndRule() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LeaseRenewal.of(timer, Duration.ZERO, server))
        .withMessage("length must be positive, was PT0S");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 100})
  void start_longestLease_isRenewedAndNotLost(long age) {
    advance(age);
    LeaseRenewal.of(timer, Duration.ofNanos(Long.MAX_VALUE), server).start();
    clock.advance(Duration.ofNanos(Long.MAX_VALUE / 2));
    assertThat(server.renewals).hasSize(1);
    clock.advance(Duration.ofNanos(Long.MAX_VALUE / 4));
    assertThat(server.renewals).hasSize(2);
    assertThat(server.lost).isEmpty();
  }

  private final class Server implements LeaseRenewal.Lease {
    final List<Long> renewals = new ArrayList<>();
    final List<Long> lost = new ArrayList<>();
    final List<@Nullable Throwable> causes = new ArrayList<>();
    Callable<Boolean> answer = () -> true;
    boolean failsToTakeNote;

    boolean fail() throws IOException {
      throw new IOException("on purpose");
    }

    @Override
    public boolean renew() throws Exception {
      renewals.add(clock.nanoTime() / 1_000_000_000);
      return answer.call();
    }

    @Override
    public void lost(@Nullable Throwable cause) {
      lost.add(clock.nanoTime() / 1_000_000_000);
      causes.add(cause);
      if (failsToTakeNote) {
        throw new IllegalStateException("on purpose");
      }
    }
  }
}
