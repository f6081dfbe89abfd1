package io.loomwheel.internal.drive;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.hangwatch.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An engine with a driver, on a clock that stands still unless told: only a wake-up moves it. */
class EngineDrivenTest {
  private static final long DAY = DAYS.toNanos(1);

  private Thread driver;
  private final EngineBench bench =
      EngineBench.driven(
          0,
          run -> {
            driver = Thread.ofPlatform().daemon().unstarted(run);
            return driver;
          });
  private final Engine engine = bench.engine;
  private final CountDownLatch fired = new CountDownLatch(1);

  @AfterEach
  void end() {
    engine.stop(SECONDS.toNanos(30));
  }

  private void awaitAsleep() {
    while (driver.getState() != Thread.State.TIMED_WAITING
        || !(LockSupport.getBlocker(driver) instanceof Driver)) {
      Waiting.spin();
    }
  }

  @Test
  void arm_first_startsTheDriver() {
    assertThat(driver).isNull();
    assertThat(engine.isDriver()).isFalse();
    assertThat(engine.isByHand()).isFalse();
    bench.armed("node", DAY);
    assertThat(driver.isAlive()).isTrue();
  }

  @Test
  void rearm_ofOneThatNeededNoWheel_startsTheDriver() {
    RecordedNode node = bench.armed("node", 0);
    assertThat(driver).isNull();
    assertThat(engine.rearm(node, DAY)).isTrue();
    assertThat(driver.isAlive()).isTrue();
  }

  @Test
  void start_beforeAnyArm_startsTheDriver() {
    engine.start();
    assertThat(driver.isAlive()).isTrue();
  }

  @Test
  void arm_earlierThanThePlannedWakeUp_makesTheDriverLook() {
    bench.armed("tomorrow", DAY);
    awaitAsleep();
    long looked = engine.counters.wakeUps();
    bench.armed("today", DAY / 2);
    while (engine.counters.wakeUps() == looked) {
      Waiting.spin();
    }
  }

  @Test
  void reschedule_earlierThanThePlannedWakeUp_wakesTheDriver() throws Exception {
    RecordedNode node = bench.armed("tomorrow", DAY);
    awaitAsleep();
    bench.outlet.onAccept = accepted -> fired.countDown();
    engine.reschedule(node, 0);
    fired.await();
  }

  @Test
  void reschedule_queuedNodeToBeforeThePlannedWakeUp_wakesTheDriver() throws Exception {
    Shard shard = EngineBench.shardOf(bench.armed("tomorrow", DAY));
    awaitAsleep();
    bench.outlet.onAccept = node -> fired.countDown();
    shard.lock();
    RecordedNode queued = bench.armed("later", 2 * DAY);
    shard.lock = 0;
    assertThat(shard.hasQueuedNodes()).isTrue();
    assertThat(engine.reschedule(queued, 0)).isTrue();
    fired.await();
  }

  @Test
  void arm_shardTaken_wakesTheDriverForTheInbox() throws Exception {
    Shard shard = EngineBench.shardOf(bench.armed("tomorrow", DAY));
    awaitAsleep();
    bench.outlet.onAccept = node -> fired.countDown();
    shard.lock();
    engine.armAt(new RecordedNode("now"), engine.time.now(), false);
    shard.lock = 0;
    fired.await();
  }

  @Test
  void cancel_soManyThatASweepIsDue_wakesTheDriverForIt() {
    List<RecordedNode> nodes = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      nodes.add(bench.armed("tomorrow", DAY + 100L * i));
    }
    awaitAsleep();
    nodes.forEach(engine::cancel);
    while (bench.cells() > 5_000) { // fewer are not worth a sweep
      Waiting.spin();
    }
  }

  @Test
  void isDriver_onTheDriverThread_isTrue() throws Exception {
    boolean[] seen = {false};
    bench.armed("tomorrow", DAY);
    awaitAsleep();
    bench.outlet.onAccept =
        node -> {
          seen[0] = engine.isDriver();
          fired.countDown();
        };
    engine.armAt(new RecordedNode("now"), engine.time.now(), false);
    fired.await();
    assertThat(seen[0]).isTrue();
  }

  @Test
  void stop_endsTheDriver() {
    bench.armed("tomorrow", DAY);
    awaitAsleep();
    assertThat(EngineBench.stop(engine, SECONDS.toNanos(30))).hasSize(1);
    assertThat(driver.isAlive()).isFalse();
  }
}
