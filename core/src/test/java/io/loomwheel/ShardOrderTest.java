package io.loomwheel;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A timer of one shard: of two nodes armed one after the other, by whichever threads, the one with
 * the earlier deadline leaves first, and of those with the same the one armed first. Of two that
 * are armed at the same time that can't be said, nor of one that is armed once the other has left.
 */
class ShardOrderTest {
  private static final int PRODUCERS = 4;
  private static final long FINEST_TICK = 1L << 16;

  private final AtomicLong moment = new AtomicLong();

  /** In the order in which they left; filled by one thread, the one that turns. */
  private final List<Node> left = Collections.synchronizedList(new ArrayList<>());

  private CountDownLatch open;

  private static WheelTimer.Builder kind(int ring) {
    WheelTimer.Builder builder = WheelTimer.builder().shards(1).taskExecutor(Runnable::run);
    return ring == 0 ? builder : builder.hashed(ring);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 64})
  void realClock_producersMeetInOneShard_orderIsKept(int ring) throws Exception {
    int each = 20_000;
    open = new CountDownLatch(PRODUCERS * each);
    try (WheelTimer timer = kind(ring).tickDuration(Duration.ofNanos(FINEST_TICK)).build()) {
      Engine engine = TimerAccess.engineOf(timer);
      armFromSeveral(engine, each, random -> 1 + random.nextLong(400_000_000));
      assertThat(open.await(60, SECONDS)).isTrue();
      checkOrder(PRODUCERS * each);
    }
  }

  /** While time stands still the deadlines of all producers meet on the same nanoseconds. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 64, 4096})
  void standingClock_ticksOfAllLevels_orderIsKeptAcrossCascades(int ring) throws Exception {
    int each = 2_500;
    int rounds = 4;
    open = new CountDownLatch(PRODUCERS * each * rounds);
    long tick = 1024;
    ManualClock clock = new ManualClock();
    WheelTimer timer = kind(ring).clock(clock).tickDuration(Duration.ofNanos(tick)).build();
    Engine engine = TimerAccess.engineOf(timer);
    for (int round = 0; round < rounds; round++) {
      armFromSeveral(engine, each, random -> spread(random, tick));
      clock.advance(Duration.ofNanos(tick * 10_000));
    }
    clock.advance(Duration.ofNanos(tick << 18));
    checkOrder(PRODUCERS * each * rounds);
    timer.stop();
  }

  /** Time leaps while the producers arm, so that cascades, the inbox and the driver meet. */
  @ParameterizedTest
  @ValueSource(ints = {0, 64})
  void leapingClock_ticksOfAllLevels_orderIsKeptWhileTheDriverTurns(int ring) throws Exception {
    int each = 20_000;
    open = new CountDownLatch(PRODUCERS * each);
    SteppingClock clock = new SteppingClock();
    clock.standStill();
    try (WheelTimer timer =
        kind(ring).clock(clock).tickDuration(Duration.ofNanos(FINEST_TICK)).build()) {
      Engine engine = TimerAccess.engineOf(timer);
      armFromSeveral(
          engine,
          each,
          random -> {
            if (random.nextInt(100) == 0) {
              clock.move(random.nextLong(FINEST_TICK << 9));
            }
            return spread(random, FINEST_TICK);
          });
      clock.move(FINEST_TICK << 19);
      assertThat(open.await(60, SECONDS)).isTrue();
      checkOrder(PRODUCERS * each);
    }
  }

  /** Of 1 to 64 to the third ticks, every magnitude as often, many on the same nanosecond. */
  private static long spread(Random random, long tick) {
    long most = 1L << random.nextInt(19);
    return (1 + random.nextLong(most)) * tick - random.nextInt(3) * (tick / 4);
  }

  private interface Delays {
    long next(Random random);
  }

  private void armFromSeveral(Engine engine, int each, Delays delays) throws InterruptedException {
    List<Thread> producers = new ArrayList<>();
    for (int p = 0; p < PRODUCERS; p++) {
      Random random = new Random(p);
      producers.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; i < each; i++) {
                      Node node = new Node();
                      long delay = delays.next(random);
                      node.begun = moment.incrementAndGet();
                      engine.arm(node, delay);
                      node.ended = moment.incrementAndGet();
                    }
                  }));
    }
    for (Thread producer : producers) {
      producer.join();
    }
  }

  /** No node may leave after one that was armed later and was not due earlier. */
  private void checkOrder(int count) {
    assertThat(left).hasSize(count);
    NavigableMap<Long, Long> latestDeadlineBegunFrom = new TreeMap<>();
    for (Node node : left) {
      Map.Entry<Long, Long> overtaker = latestDeadlineBegunFrom.higherEntry(node.ended);
      if (overtaker != null) {
        assertThat(overtaker.getValue())
            .as("deadline of one armed later")
            .isLessThan(node.deadline);
      }
      put(latestDeadlineBegunFrom, node.begun, node.deadline);
    }
  }

  /** Keeps, for each moment, the latest deadline of those begun then or later. */
  private static void put(NavigableMap<Long, Long> staircase, long begun, long deadline) {
    Map.Entry<Long, Long> later = staircase.ceilingEntry(begun);
    if (later == null || later.getValue() < deadline) {
      Map.Entry<Long, Long> earlier;
      while ((earlier = staircase.floorEntry(begun)) != null && earlier.getValue() <= deadline) {
        staircase.remove(earlier.getKey());
      }
      staircase.put(begun, deadline);
    }
  }

  private final class Node extends WheelNode {
    volatile long begun;
    volatile long ended = Long.MAX_VALUE;
    long deadline;

    @Override
    public void run() {
      deadline = deadlineNanos();
      left.add(this);
      open.countDown();
    }
  }
}
