package io.loomwheel.internal.drive;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.errorpoints.StackDepths;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.Race;
import io.loomwheel.internal.wheel.Wheel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The driver on a clock that stands still unless told: once it sleeps, only a wake-up makes it look
 * again.
 */
class DriverTest {
  private static final long WAIT_NANOS = SECONDS.toNanos(30);

  private final AtomicLong clock = new AtomicLong();
  private final RecordedOutlet outlet = new RecordedOutlet();
  private final PendingLimit none = new PendingLimit(0, clock::get, outlet);
  private final Shards shards = new Shards(1, owner -> new HierarchicalWheel(0, owner), () -> {});
  private final Shard shard = shards.at(0);
  private final ExpiryPass turn =
      new ExpiryPass(shards, new TickClock(clock::get, 0, 0), outlet, none, true);
  private final List<Thread> made = new ArrayList<>();
  private final Driver driver = new Driver(turn, this::make, Long.MAX_VALUE);

  private Thread make(Runnable run) {
    made.add(Thread.ofPlatform().daemon().unstarted(run));
    return made.getLast();
  }

  @AfterEach
  void end() {
    stop(driver, WAIT_NANOS);
  }

  /** As an engine does. */
  private void stop(Driver stopped, long waitNanos) {
    shards.close(node -> {});
    stopped.stop(waitNanos);
  }

  private static void awaitUntil(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Waiting.spin();
    }
  }

  private void awaitAsleep(Thread.State state) {
    Thread thread = made.get(0);
    awaitUntil(
        () -> thread.getState() == state && LockSupport.getBlocker(thread) instanceof Driver);
  }

  private void arm(String name, long deadline) {
    shard.tryArm(RecordedNode.due(name, deadline), false);
    driver.wakeBy(shard.nextTick);
  }

  @Test
  void start_again_makesNoOtherThread() {
    driver.start();
    driver.start();
    assertThat(made).hasSize(1).allMatch(Thread::isAlive);
    assertThat(driver.thread).isSameAs(made.get(0));
  }

  @Test
  void start_byTwoAtOnce_startsOneThread() throws Exception {
    AtomicInteger started = new AtomicInteger();
    List<Driver> drivers = new ArrayList<>();
    for (int i = 0; i < Race.ROUNDS; i++) {
      drivers.add(
          new Driver(
              turn,
              run ->
                  new Thread() {
                    @Override
                    public synchronized void start() { // none of them need run
                      started.incrementAndGet();
                    }
                  },
              Long.MAX_VALUE));
    }
    Race.run(
        i -> drivers.get(i).start(),
        i -> drivers.get(i).start(),
        i -> assertThat(started).hasValue(i + 1));
  }

  /** As one whose factory, or the log that it writes to, uses the timer. */
  @Test
  void start_theThreadFindsNoMemory_theNextCallStartsAnother() {
    AtomicInteger tries = new AtomicInteger();
    Driver failing =
        new Driver(
            turn,
            run ->
                new Thread() {
                  @Override
                  public synchronized void start() {
                    if (tries.incrementAndGet() == 1) {
                      throw new OutOfMemoryError("unable to create native thread");
                    }
                  }
                },
            Long.MAX_VALUE);
    assertThatThrownBy(failing::start).isInstanceOf(OutOfMemoryError.class);
    failing.start();
    failing.start();
    assertThat(tries).hasValue(2);
  }

  @Test
  void start_factoryStartsTheSameDriver_oneThreadTurns() {
    AtomicReference<Driver> same = new AtomicReference<>();
    Driver once =
        new Driver(
            turn,
            run -> {
              assertThat(Thread.holdsLock(same.get())).isFalse();
              Thread thread = make(run);
              if (made.size() == 1) {
                same.get().start();
              }
              return thread;
            },
            Long.MAX_VALUE);
    same.set(once);
    once.start();
    assertThat(made).hasSize(2);
    assertThat(made.get(0).getState()).isEqualTo(Thread.State.NEW);
    assertThat(made.get(1).isAlive()).isTrue();
    stop(once, WAIT_NANOS);
    assertThat(made).noneMatch(Thread::isAlive);
  }

  @Test
  void start_factoryStopsTheDriver_startsNoThread() {
    AtomicReference<Driver> same = new AtomicReference<>();
    Driver stopped =
        new Driver(
            turn,
            run -> {
              Thread thread = make(run);
              stop(same.get(), WAIT_NANOS);
              return thread;
            },
            Long.MAX_VALUE);
    same.set(stopped);
    stopped.start();
    assertThat(made).hasSize(1).allMatch(thread -> thread.getState() == Thread.State.NEW);
  }

  @Test
  void start_factoryHasStartedTheThread_saysSo_thatThreadTurnsNothing_andTheNextCallTriesAgain()
      throws Exception {
    Driver driven =
        new Driver(
            turn,
            run -> {
              Thread thread = Thread.ofPlatform().daemon().name("early").unstarted(run);
              made.add(thread);
              if (made.size() == 1) {
                thread.start();
              }
              return thread;
            },
            Long.MAX_VALUE);
    assertThatThrownBy(driven::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the thread factory must not start the thread that it returns: early");
    made.get(0).join();
    assertThat(turn.count).isZero();
    driven.start();
    assertThat(made.get(1).isAlive()).isTrue();
    stop(driven, WAIT_NANOS);
    assertThat(made.get(1).isAlive()).isFalse();
  }

  @Test
  void run_clockThrowsBetweenTwoTurns_isReportedAndTheDriverGoesOn() {
    AtomicInteger reads = new AtomicInteger();
    IllegalStateException hiccup = new IllegalStateException("on purpose");
    TickClock time =
        new TickClock(
            () -> {
              if (reads.incrementAndGet() == 3) { // the origin, a turn, and then before the sleep
                throw hiccup;
              }
              return clock.get();
            },
            0,
            0);
    ExpiryPass turning = new ExpiryPass(shards, time, outlet, none, true);
    Driver hardy = new Driver(turning, this::make, Long.MAX_VALUE);
    shard.tryArm(RecordedNode.due("later", 1000), false);
    hardy.start();
    awaitUntil(() -> reads.get() > 3);
    assertThat(outlet.failures).containsExactly(hiccup);
    clock.set(1000);
    hardy.wakeBy(0);
    awaitUntil(() -> shard.wheel.fired() == 1);
    stop(hardy, WAIT_NANOS);
    assertThat(made).noneMatch(Thread::isAlive);
    assertThat(outlet.nodes).hasSize(1);
  }

  @Test
  void run_clockThrowsAfterNodesFired_andTheDriverIsStopped_handsThemOnAllTheSame()
      throws Exception {
    AtomicReference<Driver> stopped = new AtomicReference<>();
    TickClock time =
        new TickClock(
            () -> {
              if (shard.wheel.fired() == 1) { // taken out of the wheel, and not handed on yet
                stop(stopped.get(), 0);
                throw new IllegalStateException("on purpose");
              }
              return clock.get();
            },
            0,
            0);
    ExpiryPass turning = new ExpiryPass(shards, time, outlet, none, true);
    Driver last = new Driver(turning, this::make, Long.MAX_VALUE);
    stopped.set(last);
    shard.tryArm(RecordedNode.due("due", 1000), false);
    clock.set(1000);
    last.start();
    made.get(0).join();
    assertThat(outlet.nodes).hasSize(1);
  }

  @Test
  void wakeBy_stackOverflowsBeforeTheDriverIsNotified_theNextProducerTellsIt() throws Exception {
    driver.wakeBy(2_000_000); // links what it calls, which takes more stack than there will be
    driver.start();
    awaitAsleep(Thread.State.WAITING);
    long wakeUps = turn.count;
    AtomicBoolean notified = new AtomicBoolean();
    StackDepths.forEach(
        60,
        step -> {
          if (!notified.get()) {
            driver.wakeBy(1_000_000);
            notified.set(true);
          }
        });
    assertThat(notified).isTrue();
    awaitUntil(() -> turn.count > wakeUps);
  }

  @Test
  void wakeBy_nearTheEndOfTheStack_changesThePlanOnlyIfItWakes() throws Exception {
    AtomicInteger begun = new AtomicInteger();
    AtomicInteger ended = new AtomicInteger();
    driver.wakeUp =
        () -> {
          begun.incrementAndGet();
          StackDepths.take(10);
          ended.incrementAndGet();
        };
    StackDepths.forEach(100, step -> driver.wakeBy(1_000_000 - step));
    assertThat(begun).hasPositiveValue();
    assertThat(ended).hasValue(begun.get());
  }

  @Test
  void start_factoryMakesNone_saysSo() {
    Driver without = new Driver(turn, run -> null, Long.MAX_VALUE);
    assertThatThrownBy(without::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the thread factory must not return null");
  }

  @Test
  void start_afterStop_makesNoThread() {
    stop(driver, 0);
    driver.start();
    assertThat(made).isEmpty();
  }

  @Test
  void run_nothingArmed_sleepsWithoutLimit() {
    driver.start();
    awaitAsleep(Thread.State.WAITING);
    assertThat(turn.count).isEqualTo(1);
  }

  @Test
  void run_somethingArmed_sleepsUntilThen() {
    arm("tomorrow", DAYS.toNanos(1));
    driver.start();
    awaitAsleep(Thread.State.TIMED_WAITING);
    assertThat(turn.count).isEqualTo(1);
  }

  @Test
  void run_deadlineReached_firesWithoutBeingWoken() {
    arm("soon", MILLISECONDS.toNanos(20));
    long start = System.nanoTime();
    TickClock sinceStart = new TickClock(() -> System.nanoTime() - start, 0, 0);
    ExpiryPass real = new ExpiryPass(shards, sinceStart, outlet, none, true);
    Driver onRealClock = new Driver(real, Thread.ofPlatform().daemon()::unstarted, Long.MAX_VALUE);
    outlet.onAccept = node -> assertThat(onRealClock.thread).isSameAs(Thread.currentThread());
    onRealClock.start();
    awaitUntil(() -> real.lateness.quantileNanos(1, real.time.now()) > 0);
    stop(onRealClock, WAIT_NANOS);
    assertThat(outlet.nodes).hasSize(1);
    assertThat(outlet.failures).isEmpty();
  }

  @Test
  void wakeBy_whileItSleepsWithoutLimit_makesItLookAndSleepUntilThen() {
    driver.start();
    awaitAsleep(Thread.State.WAITING);
    arm("tomorrow", DAYS.toNanos(1));
    awaitAsleep(Thread.State.TIMED_WAITING);
    assertThat(turn.count).isEqualTo(2);
  }

  @Test
  void wakeBy_beforeEveryTick_makesItLook() {
    driver.start();
    awaitAsleep(Thread.State.WAITING);
    driver.wakeBy(-1);
    awaitUntil(() -> turn.count == 2);
  }

  @Test
  void wakeBy_earlierThanPlanned_makesItLook() {
    arm("tomorrow", DAYS.toNanos(1));
    driver.start();
    awaitAsleep(Thread.State.TIMED_WAITING);
    arm("now", 0);
    awaitUntil(() -> shard.wheel.fired() == 1);
    awaitAsleep(Thread.State.TIMED_WAITING);
    assertThat(turn.nextTick()).isLessThan(Wheel.NEVER_TICK);
  }

  @Test
  void wakeBy_notEarlierThanPlanned_leavesItAsleep() {
    arm("tomorrow", DAYS.toNanos(1));
    driver.start();
    awaitAsleep(Thread.State.TIMED_WAITING);
    long planned = turn.nextTick();
    for (int i = 0; i < 1000; i++) {
      driver.wakeBy(planned);
      driver.wakeBy(planned + 1);
      Thread.yield(); // to a driver that was woken
    }
    stop(driver, WAIT_NANOS);
    assertThat(turn.count).isEqualTo(1);
  }

  /** {@return how long to sleep at least the next time, after a sleep that ends at once} */
  private long sleep(long atLeast) {
    long tick = driver.turnAndPlan();
    LockSupport.unpark(Thread.currentThread());
    return driver.sleepUntil(tick, atLeast);
  }

  /** A clock whose readings are a millisecond apart stands still for so long, too. */
  @Test
  void sleepUntil_clockStandsStill_isTwiceAsLongTheNextTime_fromATickToTenMilliseconds() {
    arm("tomorrow", DAYS.toNanos(1));
    long atLeast = sleep(0);
    assertThat(atLeast).isEqualTo(turn.time.tickNanos());
    for (long expected = 2; expected < 10_000_000; expected *= 2) {
      atLeast = sleep(atLeast);
      assertThat(atLeast).isEqualTo(expected);
    }
    assertThat(sleep(atLeast)).isEqualTo(10_000_000);
    assertThat(sleep(10_000_000)).isEqualTo(10_000_000);
  }

  @Test
  void sleepUntil_clockHasMoved_isNoLongerTheNextTime() throws Exception {
    arm("tomorrow", DAYS.toNanos(1));
    AtomicLong atLeast = new AtomicLong(-1);
    long tick = driver.turnAndPlan();
    made.add(Thread.ofPlatform().start(() -> atLeast.set(driver.sleepUntil(tick, 10_000_000))));
    awaitAsleep(Thread.State.TIMED_WAITING);
    clock.set(1);
    LockSupport.unpark(made.get(0));
    made.get(0).join();
    assertThat(atLeast).hasValue(0);
  }

  @Test
  void sleepUntil_aProducerWakesIt_isNoLongerTheNextTime() {
    arm("tomorrow", DAYS.toNanos(1));
    long tick = driver.turnAndPlan();
    arm("today", DAYS.toNanos(1) / 2);
    LockSupport.unpark(Thread.currentThread()); // as the producer has, had the driver a thread
    assertThat(driver.sleepUntil(tick, 10_000_000)).isZero();
    assertThat(sleep(0)).isEqualTo(turn.time.tickNanos());
  }

  /** As when its tick begins while it looks once more. */
  @Test
  void sleepUntil_theTickHasBegun_doesNotSleepNow_norLongerTheNextTime() {
    arm("soon", 10);
    long tick = driver.turnAndPlan();
    clock.set(10);
    assertThat(driver.sleepUntil(tick, 0)).isZero();
  }

  @Test
  void run_postedWhileItChecked_isFoundBeforeItSleeps() {
    clock.set(10);
    arm("first", 10);
    CountDownLatch both = new CountDownLatch(2);
    outlet.onAccept =
        node -> {
          if (both.getCount() == 2) {
            shard.post(RecordedNode.due("second", 10)); // its sender has yet to wake the driver
          }
          both.countDown();
        };
    driver.start();
    awaitUntil(() -> both.getCount() == 0);
    assertThat(outlet.nodes).hasSize(2);
  }

  @Test
  void interrupt_isSwallowed_andItSleepsAgain() {
    driver.start();
    awaitAsleep(Thread.State.WAITING);
    made.get(0).interrupt();
    awaitUntil(() -> turn.count == 2);
    awaitAsleep(Thread.State.WAITING);
    assertThat(made.get(0).isInterrupted()).isFalse();
    assertThat(turn.count).isEqualTo(2);
  }

  @Test
  void stop_asleep_endsTheThread() {
    driver.start();
    awaitAsleep(Thread.State.WAITING);
    stop(driver, WAIT_NANOS);
    assertThat(made.get(0).isAlive()).isFalse();
    stop(driver, WAIT_NANOS);
  }

  @Test
  void stop_shardsAreOpen_neitherEndsTheThreadNorWaitsForIt() {
    driver.start();
    driver.stop(Long.MAX_VALUE);
    awaitAsleep(Thread.State.WAITING);
  }

  @Test
  void stop_whileATurnIsUnderWay_waitsNoLongerThanAsked() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    outlet.onAccept =
        node -> {
          entered.countDown();
          awaitUntil(() -> goOn.getCount() == 0);
        };
    arm("now", 0);
    driver.start();
    entered.await();
    stop(driver, 0);
    stop(driver, MILLISECONDS.toNanos(2) + 1);
    Thread.currentThread().interrupt();
    stop(driver, MILLISECONDS.toNanos(2));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(made.get(0).isAlive()).isTrue();
    goOn.countDown();
    stop(driver, WAIT_NANOS);
    assertThat(made.get(0).isAlive()).isFalse();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void stop_callerInterrupted_waitsAllTheSame() throws Exception {
    Thread caller = Thread.currentThread();
    CountDownLatch entered = new CountDownLatch(1);
    outlet.onAccept =
        node -> {
          entered.countDown();
          awaitUntil(() -> caller.getState() == Thread.State.TIMED_WAITING);
        };
    arm("now", 0);
    driver.start();
    entered.await();
    caller.interrupt();
    stop(driver, WAIT_NANOS);
    assertThat(made.get(0).isAlive()).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void stop_fromTheDriver_endsItOnceItHasTurned() {
    outlet.onAccept = node -> stop(driver, 0);
    arm("now", 0);
    driver.start();
    awaitUntil(() -> !made.get(0).isAlive());
    assertThat(turn.count).isEqualTo(1);
  }
}
