package io.loomwheel;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The whole timer against a map of deadlines, under random scripts at several clock origins. */
class TimerModelTest {
  private static final int STEPS = 3000;

  private final Map<Integer, Long> deadlines = new HashMap<>();
  private final Map<Integer, Timeout> handles = new HashMap<>();
  private final List<Integer> ran = new ArrayList<>();

  static Stream<Arguments> originsAndRings() {
    return Stream.of(0L, 1L, -1L, Long.MAX_VALUE - 1000, Long.MAX_VALUE, Long.MIN_VALUE)
        .flatMap(origin -> Stream.of(0, 1, 512).map(ring -> Arguments.of(origin, ring)));
  }

  /** A ring of 0 stands for the hierarchical wheel. */
  @ParameterizedTest
  @MethodSource("originsAndRings")
  void anyScript_firesExactlyAtEachDeadlineUnlessCancelled(long origin, int ring) {
    ManualClock clock = new ManualClock(origin);
    WheelTimer.Builder builder = WheelTimer.builder().clock(clock);
    WheelTimer timer = (ring == 0 ? builder.hierarchical() : builder.hashed(ring)).build();
    Random random = new Random(origin);
    long elapsed = 0;
    for (int step = 0; step < STEPS; step++) {
      switch (random.nextInt(6)) {
        case 0, 1, 2 -> arm(timer, clock, step, origin, elapsed + anyDelay(random));
        case 3 -> cancel(random);
        case 4 -> reschedule(random, elapsed);
        default -> {
          long by = anyDelay(random) / 3;
          elapsed += by;
          clock.advance(Duration.ofNanos(by));
          assertThat(ran).isEqualTo(takeDue(elapsed));
          ran.clear();
        }
      }
      assertThat(timer.pendingTimeouts()).isEqualTo(deadlines.size());
    }
    assertThat(timer.stop()).hasSameSizeAs(deadlines.keySet());
  }

  private void arm(WheelTimer timer, ManualClock clock, int id, long origin, long deadline) {
    long delay = deadline - (clock.nanoTime() - origin);
    deadlines.put(id, deadline);
    handles.put(
        id,
        timer.newTimeout(
            timeout -> {
              assertThat(clock.nanoTime() - origin).isEqualTo(deadlines.get(id));
              ran.add(id);
            },
            delay,
            NANOSECONDS));
  }

  private void cancel(Random random) {
    int id = anyArmed(random);
    if (id >= 0) {
      assertThat(handles.get(id).cancel()).isTrue();
      deadlines.remove(id);
    }
  }

  private void reschedule(Random random, long elapsed) {
    int id = anyArmed(random);
    if (id >= 0) {
      long delay = anyDelay(random);
      assertThat(handles.get(id).reschedule(delay, NANOSECONDS)).isTrue();
      deadlines.put(id, elapsed + delay);
    }
  }

  private int anyArmed(Random random) {
    List<Integer> ids = List.copyOf(deadlines.keySet());
    return ids.isEmpty() ? -1 : ids.get(random.nextInt(ids.size()));
  }

  /** Equal deadlines are made so unlikely that their order doesn't matter. */
  private List<Integer> takeDue(long elapsed) {
    List<Integer> due =
        deadlines.entrySet().stream()
            .filter(e -> e.getValue() <= elapsed)
            .sorted(Comparator.comparingLong(Map.Entry::getValue))
            .map(Map.Entry::getKey)
            .toList();
    deadlines.keySet().removeAll(due);
    return due;
  }

  private static long anyDelay(Random random) {
    long bound = 1L << (20 + random.nextInt(32));
    return 1 + (random.nextLong() & (bound - 1));
  }
}
