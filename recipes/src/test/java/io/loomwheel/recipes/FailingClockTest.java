package io.loomwheel.recipes;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.SteppedClock;
import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A clock that throws once, when a step of a recipe reads it: the owner is notified. */
class FailingClockTest {
  private static final Duration SHORT = Duration.ofMillis(20);

  private final IllegalStateException failure = new IllegalStateException("clock, on purpose");
  private final AtomicBoolean failing = new AtomicBoolean();

  /** So many readings on the threads of tasks go well before one fails. */
  private final AtomicInteger well = new AtomicInteger();

  /** Fails on the threads of tasks, so that the driver goes on. */
  private final WheelTimer timer =
      WheelTimer.builder()
          .clock(
              () -> {
                if (Thread.currentThread().isVirtual()
                    && failing.get()
                    && well.getAndDecrement() <= 0
                    && failing.compareAndSet(true, false)) {
                  throw failure;
                }
                return System.nanoTime();
              })
          .build();

  private final AtomicReference<@Nullable Throwable> cause = new AtomicReference<>();
  private final CountDownLatch notified = new CountDownLatch(1);
  private final AtomicInteger sent = new AtomicInteger();

  private void tell(@Nullable Throwable why) {
    cause.set(why);
    notified.countDown();
  }

  private final class Telling implements IdleTimeout.Listener, HeartbeatTask.Channel {
    @Override
    public void idle(IdleTimeout idle) {}

    @Override
    public void heartbeat() {
      sent.incrementAndGet();
    }

    @Override
    public void lost(int unanswered) {}

    @Override
    public void unwatched(RejectedExecutionException why) {
      tell(why.getCause());
    }
  }

  @AfterEach
  void stop() {
    timer.stop();
  }

  /** A clock that is moved by hand; a test may have a reading do something else. */
  private static final class ScriptedClock implements SteppedClock {
    final ManualClock hand = new ManualClock();
    Runnable reading = () -> {};

    @Override
    public long nanoTime() {
      reading.run();
      return hand.nanoTime();
    }

    @Override
    public void attach(Wheels wheels) {
      hand.attach(wheels);
    }

    @Override
    public void detach(Wheels wheels) {
      hand.detach(wheels);
    }
  }

  /** As two threads do, one after the other, which both have seen that it is idle. */
  @Test
  void touch_ofTwoThatFailToStartItAgain_isReportedOnce() {
    ScriptedClock clock = new ScriptedClock();
    WheelTimer scripted = WheelTimer.builder().clock(clock).build();
    List<RejectedExecutionException> unwatched = new ArrayList<>();
    IdleTimeout idle =
        IdleTimeout.start(
            scripted,
            SHORT,
            new IdleTimeout.Listener() {
              @Override
              public void idle(IdleTimeout it) {}

              @Override
              public void unwatched(RejectedExecutionException why) {
                unwatched.add(why);
              }
            });
    clock.hand.advance(SHORT);
    assertThat(idle.isIdle()).isTrue();
    int[] readings = {0};
    clock.reading =
        () -> {
          int mine = ++readings[0];
          if (mine == 2) { // of the touch that starts it again
            idle.touch();
          }
          if (mine == 2 || mine == 4) {
            throw failure;
          }
        };
    idle.touch();
    clock.reading = () -> {};
    assertThat(unwatched).singleElement().matches(why -> why.getCause() == failure);
    assertThat(idle.isClosed()).isTrue();
  }

  @Test
  void idleTimeout_clockThrowsAtTheLimit_isUnwatched() throws Exception {
    failing.set(true);
    IdleTimeout idle = IdleTimeout.start(timer, SHORT, new Telling());
    assertThat(notified.await(60, SECONDS)).isTrue();
    assertThat(cause.get()).isSameAs(failure);
    assertThat(idle.isClosed()).isTrue();
  }

  @Test
  void idleTimeout_clockThrowsAtAResume_isUnwatched() throws Exception {
    IdleTimeout idle = IdleTimeout.start(timer, Duration.ofHours(1), new Telling());
    idle.pause();
    failing.set(true);
    Thread.startVirtualThread(idle::resume).join();
    assertThat(cause.get()).isSameAs(failure);
    assertThat(idle.isClosed()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void heartbeat_clockThrowsWhenItIsDue_isUnwatched_orGoesOn(int reading) throws Exception {
    well.set(reading);
    failing.set(true);
    HeartbeatTask heartbeats = HeartbeatTask.start(timer, SHORT, 1000, new Telling());
    while (failing.get()) {
      Waiting.spin();
    }
    int before = sent.get();
    while (notified.getCount() > 0 && sent.get() < before + 2) {
      Waiting.spin();
    }
    if (notified.getCount() == 0) {
      assertThat(cause.get()).isSameAs(failure);
      assertThat(heartbeats.isClosed()).isTrue();
      assertThat(timer.pendingTimeouts()).isZero();
    } else {
      assertThat(heartbeats.isClosed()).isFalse();
    }
    heartbeats.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
  void start_clockThrows_throwsThatAndArmsNothing_orStarts(int reading) throws Exception {
    List<Callable<? extends AutoCloseable>> starts =
        List.of(
            () -> IdleTimeout.start(timer, Duration.ofHours(1), new Telling()),
            () -> HeartbeatTask.start(timer, Duration.ofHours(1), 1, new Telling()),
            () -> {
              LeaseRenewal lease =
                  LeaseRenewal.of(
                      timer, Duration.ofHours(1), new TestLease(() -> true, this::tell));
              lease.start();
              return lease::cancel;
            });
    for (Callable<? extends AutoCloseable> start : starts) {
      well.set(reading);
      failing.set(true);
      FutureTask<? extends AutoCloseable> started = new FutureTask<>(start);
      Thread.startVirtualThread(started).join();
      failing.set(false);
      if (started.state() == Future.State.SUCCESS) {
        started.get().close();
      } else {
        assertThat(started.exceptionNow()).isSameAs(failure);
      }
      assertThat(timer.pendingTimeouts()).isZero();
    }
  }

  @Test
  void lease_clockThrowsAtARenewal_isLost() throws Exception {
    failing.set(true);
    lease(() -> true);
    assertThat(notified.await(60, SECONDS)).isTrue();
    assertThat(cause.get()).isSameAs(failure);
  }

  @Test
  void lease_clockThrowsAtItsEnd_isLost() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    lease(
        () -> {
          failing.set(true); // only the end reads the clock meanwhile
          return ended.await(60, SECONDS);
        });
    boolean wasNotified = notified.await(60, SECONDS);
    ended.countDown();
    assertThat(wasNotified).isTrue();
    assertThat(cause.get()).isSameAs(failure);
  }

  private void lease(Callable<Boolean> renewal) {
    LeaseRenewal.of(timer, SHORT.multipliedBy(3), new TestLease(renewal, this::tell)).start();
  }
}
