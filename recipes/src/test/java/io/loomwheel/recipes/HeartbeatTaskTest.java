package io.loomwheel.recipes;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.SteppedClock;
import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeartbeatTaskTest {
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final ManualClock clock = new ManualClock();
  private final List<Throwable> failures = new ArrayList<>();
  private final WheelTimer timer =
      WheelTimer.builder().clock(clock).onFailure((timeout, cause) -> failures.add(cause)).build();
  private final Wire wire = new Wire();

  private HeartbeatTask start(int unanswered) {
    return HeartbeatTask.start(timer, INTERVAL, unanswered, wire);
  }

  private void advance(long seconds) {
    clock.advance(Duration.ofSeconds(seconds));
  }

  @Test
  void silence_sendsAHeartbeatEachInterval_andLosesOneIntervalAfterTheLast() {
    start(3);
    advance(39);
    assertThat(wire.heartbeats).containsExactly(10L, 20L, 30L);
    assertThat(timer.pendingTimeouts()).isEqualTo(1);
    assertThat(wire.lost).isEmpty();
    advance(1);
    assertThat(wire.lost).containsExactly(40L);
    assertThat(wire.unanswered).isEqualTo(3);
    advance(1000);
    assertThat(wire.heartbeats).hasSize(3);
    assertThat(wire.lost).hasSize(1);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void answers_keepItAlive() {
    HeartbeatTask heartbeat = start(1);
    for (int i = 0; i < 100; i++) {
      advance(10);
      assertThat(wire.heartbeats).hasSize(i + 1);
      heartbeat.read();
    }
    assertThat(wire.lost).isEmpty();
  }

  /** The clock stands still meanwhile, so by its time alone the answer came before. */
  @Test
  void read_inAHeartbeat_atTheTimeOfTheReadBefore_answersIt() {
    List<HeartbeatTask> started = new ArrayList<>();
    List<Integer> lost = new ArrayList<>();
    TestChannel answered = new TestChannel(() -> started.getFirst().read(), lost::add);
    for (int due = 1; due <= 3; due++) { // armed before the heartbeats, so it comes before them
      timer.schedule(() -> started.getFirst().read(), INTERVAL.multipliedBy(due));
    }
    started.add(HeartbeatTask.start(timer, INTERVAL, 1, answered));
    advance(40);
    assertThat(lost).isEmpty();
  }

  @Test
  void read_withoutWrites_doesNotHoldTheHeartbeatBack_butAnswersIt() {
    HeartbeatTask heartbeat = start(1);
    for (int i = 0; i < 100; i++) {
      advance(1);
      heartbeat.read();
    }
    assertThat(wire.heartbeats).hasSize(10).startsWith(10L, 20L);
    assertThat(wire.lost).isEmpty();
  }

  /** Who writes all the time to a peer that is gone finds out all the same. */
  @Test
  void write_withoutReads_doesNotHoldTheHeartbeatBack_norTheLoss() {
    HeartbeatTask heartbeat = start(2);
    for (int i = 0; i < 100; i++) {
      advance(1);
      heartbeat.write();
    }
    assertThat(wire.heartbeats).containsExactly(10L, 20L);
    assertThat(wire.lost).containsExactly(30L);
  }

  /** As if its thread were stopped after its look at the clock, while another one goes on. */
  @Test
  void write_ofAThreadThatIsStopped_doesNotTakeALaterOneBack() {
    Queue<Runnable> afterALook = new ArrayDeque<>();
    WheelTimer stopping = WheelTimer.builder().clock(new StoppingClock(afterALook)).build();
    HeartbeatTask heartbeat = HeartbeatTask.start(stopping, INTERVAL, 2, wire);
    afterALook.add(
        () -> {
          advance(1); // too little for the timeout to be put off
          heartbeat.read();
          heartbeat.write();
        });
    heartbeat.write();
    advance(9);
    assertThat(wire.heartbeats).isEmpty();
    advance(1);
    assertThat(wire.heartbeats).containsExactly(11L);
  }

  /** As if the sending thread were stopped after that look, while another one reads. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void read_whileAHeartbeatIsAboutToBeSent_answersThoseBefore(int look) {
    Queue<Runnable> afterALook = new ArrayDeque<>();
    WheelTimer stopping = WheelTimer.builder().clock(new StoppingClock(afterALook)).build();
    HeartbeatTask heartbeat = HeartbeatTask.start(stopping, INTERVAL, 2, wire);
    advance(19);
    List<Long> reads = new ArrayList<>();
    for (int i = 1; i < look; i++) {
      afterALook.add(() -> {});
    }
    afterALook.add(
        () -> {
          advance(1);
          reads.add(clock.nanoTime() / SECONDS.toNanos(1));
          heartbeat.read();
          advance(1);
        });

    advance(60);

    assertThat(reads).hasSize(1);
    assertThat(wire.lost).hasSize(1);
    assertThat(wire.lost.get(0) - reads.get(0)).isGreaterThan(20);
  }

  /** Moved by hand; each look at it may be followed by what other threads do then. */
  private final class StoppingClock implements SteppedClock {
    private final Queue<Runnable> afterALook;

    StoppingClock(Queue<Runnable> afterALook) {
      this.afterALook = afterALook;
    }

    @Override
    public long nanoTime() {
      long now = clock.nanoTime();
      Runnable others = afterALook.poll();
      if (others != null) {
        others.run();
      }
      return now;
    }

    @Override
    public void attach(Wheels wheels) {
      clock.attach(wheels);
    }

    @Override
    public void detach(Wheels wheels) {
      clock.detach(wheels);
    }
  }

  @Test
  void readsAndWrites_ofABusyConnection_needNoHeartbeatAndFireNothing() {
    HeartbeatTask heartbeat = start(2);
    for (int i = 0; i < 1000; i++) {
      advance(1);
      heartbeat.write();
      heartbeat.read();
    }
    assertThat(wire.heartbeats).isEmpty();
    assertThat(timer.stats().fired()).isZero();
    advance(10);
    assertThat(wire.heartbeats).containsExactly(1010L);
  }

  /** Each write makes the last read count, so it is the write that puts the timeout off. */
  @Test
  void writes_eachALittleAfterARead_putTheHeartbeatOffInPlace() {
    HeartbeatTask heartbeat = start(2);
    for (int i = 0; i < 100; i++) {
      advance(7);
      heartbeat.read();
      advance(1);
      heartbeat.write();
    }
    assertThat(wire.heartbeats).isEmpty();
    assertThat(timer.stats().fired()).isZero();
    advance(8);
    assertThat(wire.heartbeats).isEmpty();
    advance(1);
    assertThat(wire.heartbeats).containsExactly(809L);
  }

  @Test
  void write_whilePaused_startsNothing() {
    HeartbeatTask heartbeat = start(2);
    heartbeat.pause();
    advance(100);
    heartbeat.write();
    assertThat(timer.pendingTimeouts()).isZero();
    heartbeat.resume();
    advance(9);
    assertThat(wire.heartbeats).isEmpty();
    advance(1);
    assertThat(wire.heartbeats).containsExactly(110L);
  }

  @Test
  void read_betweenHeartbeats_startsTheCountAnew() {
    HeartbeatTask heartbeat = start(3);
    advance(35);
    heartbeat.read();
    advance(25);
    assertThat(wire.heartbeats).containsExactly(10L, 20L, 30L, 40L, 50L, 60L);
    assertThat(wire.lost).isEmpty();
    advance(10);
    assertThat(wire.lost).containsExactly(70L);
  }

  @Test
  void heartbeat_fails_isReportedAndCountsAsUnanswered() {
    wire.fails = true;
    start(2);
    advance(30);
    assertThat(failures).hasSize(2);
    assertThat(wire.lost).containsExactly(30L);
  }

  @Test
  void heartbeat_blocks_noOtherIsSent_andTheLossIsNoticedAllTheSame() throws Exception {
    CountDownLatch lost = new CountDownLatch(1);
    AtomicInteger sent = new AtomicInteger();
    AtomicInteger interrupted = new AtomicInteger();
    try (WheelTimer real = WheelTimer.create()) {
      HeartbeatTask.start(
          real,
          Duration.ofMillis(20),
          3,
          new TestChannel(
              () -> {
                sent.incrementAndGet();
                lost.await();
              },
              unanswered -> {
                interrupted.set(unanswered);
                lost.countDown();
              }));
      assertThat(lost.await(30, SECONDS)).isTrue();
    }
    assertThat(sent).hasValue(1);
    assertThat(interrupted).hasValue(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void start_ofAThreadThatIsStopped_sendsNoHeartbeatBeforeTheInterval(int look) throws Exception {
    LeapingClock leaping = new LeapingClock();
    BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    try (WheelTimer driven = WheelTimer.builder().clock(leaping).taskExecutor(tasks::add).build()) {
      leaping.moveTo(INTERVAL.multipliedBy(2));
      leaping.leapAt(look, Duration.ofSeconds(1));
      HeartbeatTask.start(driven, INTERVAL, 3, wire);
      CountDownLatch later = new CountDownLatch(1);
      driven.schedule(later::countDown, Duration.ofSeconds(1));
      leaping.moveTo(INTERVAL.multipliedBy(2).plusSeconds(3));
      while (later.getCount() > 0) {
        tasks.take().run();
      }
      assertThat(wire.heartbeats).isEmpty();
    }
  }

  /** It hangs in the old connection, and the new one needs heartbeats of its own. */
  @Test
  void resume_whileAnOldHeartbeatBlocks_heartbeatsAreSentAndStillDontOverlap() throws Exception {
    Queue<Runnable> tasks = new ArrayDeque<>();
    WheelTimer late = WheelTimer.builder().clock(clock).taskExecutor(tasks::add).build();
    CountDownLatch inOld = new CountDownLatch(1);
    CountDownLatch endOld = new CountDownLatch(1);
    AtomicInteger sent = new AtomicInteger();
    Runnable[] during = {() -> {}};
    HeartbeatTask heartbeat =
        HeartbeatTask.start(
            late,
            INTERVAL,
            5,
            new TestChannel(
                () -> {
                  if (sent.incrementAndGet() == 1) {
                    inOld.countDown();
                    endOld.await();
                  } else {
                    during[0].run();
                  }
                },
                lost -> {}));
    advance(10);
    Thread old = Thread.startVirtualThread(tasks.remove());
    assertThat(inOld.await(20, SECONDS)).isTrue();
    advance(10);
    tasks.remove().run();
    assertThat(sent).as("skipped while one of the same connection blocks").hasValue(1);

    heartbeat.pause();
    heartbeat.resume();
    advance(10);
    during[0] =
        () -> {
          endOld.countDown();
          join(old);
          advance(10);
          tasks.remove().run();
        };
    tasks.remove().run();

    assertThat(sent).as("one, in which another was due").hasValue(2);
    advance(10);
    during[0] = () -> {};
    tasks.remove().run();
    assertThat(sent).hasValue(3);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void lost_aReadThatComesTooLate_doesNotBeginAnew() {
    HeartbeatTask heartbeat = start(1);
    advance(20);
    heartbeat.read();
    heartbeat.write();
    advance(100);
    assertThat(wire.heartbeats).hasSize(1);
    assertThat(wire.lost).hasSize(1);
  }

  /** As if both came once the loss is decided, and before its thread goes on. */
  @Test
  void lost_pausedAndResumedBeforeItIsTold_leavesItStarted() throws Exception {
    HeartbeatTask heartbeat = start(1);
    heartbeat.pause();
    heartbeat.resume();
    heartbeat.over(true);
    assertThat(wire.lost).hasSize(1);
    advance(10);
    assertThat(wire.heartbeats).containsExactly(10L);
  }

  @Test
  void resume_afterReconnecting_beginsAnew() {
    HeartbeatTask heartbeat = start(1);
    advance(25);
    heartbeat.resume();
    advance(19);
    assertThat(wire.heartbeats).containsExactly(10L, 35L);
    assertThat(wire.lost).containsExactly(20L);
    advance(1);
    assertThat(wire.lost).containsExactly(20L, 45L);
  }

  @Test
  void pause_sendsNothing_andForgetsWhatWasUnanswered() {
    HeartbeatTask heartbeat = start(2);
    advance(25);
    heartbeat.pause();
    advance(100);
    heartbeat.resume();
    advance(29);
    assertThat(wire.heartbeats).containsExactly(10L, 20L, 135L, 145L);
    assertThat(wire.lost).isEmpty();
    advance(1);
    assertThat(wire.lost).containsExactly(155L);
  }

  @Test
  void close_endsIt() {
    HeartbeatTask heartbeat = start(2);
    assertThat(heartbeat.isClosed()).isFalse();
    heartbeat.close();
    heartbeat.resume();
    assertThat(heartbeat.isClosed()).isTrue();
    advance(100);
    assertThat(wire.heartbeats).isEmpty();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void stop_ofTheTimer_isNotifiedOnce() {
    HeartbeatTask heartbeat = start(2);
    timer.stop();
    assertThat(wire.unwatched).hasSize(1);
    assertThat(heartbeat.isClosed()).isTrue();
    assertThatThrownBy(() -> start(2)).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void start_badValues_areRejectedWithValueAndRule() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HeartbeatTask.start(timer, INTERVAL, 0, wire))
        .withMessage("unanswered must be positive, was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HeartbeatTask.start(timer, Duration.ofNanos(-1), 1, wire))
        .withMessage("interval must be positive, was PT-0.000000001S");
  }

  private final class Wire implements HeartbeatTask.Channel {
    final List<Long> heartbeats = new ArrayList<>();
    final List<Long> lost = new ArrayList<>();
    final List<Throwable> unwatched = new ArrayList<>();
    int unanswered;
    boolean fails;

    private long second() {
      assertThat(clock.nanoTime() % 1_000_000_000).isZero();
      return clock.nanoTime() / 1_000_000_000;
    }

    @Override
    public void heartbeat() {
      heartbeats.add(second());
      if (fails) {
        throw new IllegalStateException("on purpose");
      }
    }

    @Override
    public void lost(int unanswered) {
      lost.add(second());
      this.unanswered = unanswered;
    }

    @Override
    public void unwatched(RejectedExecutionException why) {
      unwatched.add(why);
    }
  }
}
