package io.loomwheel.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Any traffic against a model that looks at the last read, write and heartbeat. */
class HeartbeatPropertiesTest {
  private static final long INTERVAL = 1000;

  /** What happens on the connection. */
  enum Deed {
    READ,
    WRITE,
    NOTHING,
    RESUME,
    PAUSE
  }

  /**
   * One step.
   *
   * @param nanos how far to advance first
   */
  record Step(long nanos, Deed deed) {}

  @Provide
  Arbitrary<List<Step>> traffic() {
    Arbitrary<Long> nanos =
        Arbitraries.oneOf(
            Arbitraries.longs().between(1, 10),
            Arbitraries.longs().between(1, INTERVAL),
            Arbitraries.of(INTERVAL - 1, INTERVAL, INTERVAL + 1, 3 * INTERVAL));
    return Combinators.combine(nanos, Arbitraries.of(Deed.class))
        .as(Step::new)
        .list()
        .ofMaxSize(80);
  }

  /** The peer answers at once, so many times in a hundred. */
  @Property(tries = 1500)
  void anyTraffic_sendsAndLosesAsTheModelSays(
      @ForAll("traffic") List<Step> traffic,
      @ForAll @IntRange(min = 1, max = 4) int most,
      @ForAll @IntRange(max = 100) int answers,
      @ForAll long seed) {
    Model model = new Model(most, answers, seed);
    RandomGenerator random = new java.util.Random(seed);
    ManualClock clock = new ManualClock();
    List<Long> heartbeats = new ArrayList<>();
    List<Long> lost = new ArrayList<>();
    HeartbeatTask[] task = new HeartbeatTask[1];
    task[0] =
        HeartbeatTask.start(
            WheelTimer.builder().clock(clock).build(),
            Duration.ofNanos(INTERVAL),
            most,
            new TestChannel(
                () -> {
                  heartbeats.add(clock.nanoTime());
                  if (random.nextInt(100) < answers) {
                    task[0].read();
                  }
                },
                unanswered -> {
                  assertThat(unanswered).isEqualTo(most);
                  lost.add(clock.nanoTime());
                }));

    for (Step step : traffic) {
      clock.advance(Duration.ofNanos(step.nanos()));
      model.advance(step.nanos());
      switch (step.deed()) {
        case READ -> task[0].read();
        case WRITE -> task[0].write();
        case PAUSE -> task[0].pause();
        case RESUME -> task[0].resume();
        case NOTHING -> {}
      }
      model.perform(step.deed());
      assertThat(heartbeats).isEqualTo(model.heartbeats);
      assertThat(lost).isEqualTo(model.lost);
    }
  }

  private static final class Model {
    final List<Long> heartbeats = new ArrayList<>();
    final List<Long> lost = new ArrayList<>();
    private final int most;
    private final int answers;
    private final RandomGenerator random;
    private boolean on = true;
    private int unanswered;
    private long now;
    private long read;
    private long wrote;
    private long beat;

    Model(int most, int answers, long seed) {
      this.most = most;
      this.answers = answers;
      this.random = new java.util.Random(seed);
    }

    void advance(long nanos) {
      long target = now + nanos;
      for (long due; on && (due = due()) <= target; ) {
        now = due;
        if (unanswered == most) {
          lost.add(now);
          on = false;
        } else {
          beat();
        }
      }
      now = target;
    }

    private long due() {
      return Math.max(beat, Math.min(read, wrote)) + INTERVAL;
    }

    private void beat() {
      heartbeats.add(now);
      beat = now;
      unanswered++;
      if (random.nextInt(100) < answers) {
        perform(Deed.READ);
      }
    }

    void perform(Deed deed) {
      switch (deed) {
        case READ -> {
          read = now;
          unanswered = 0;
        }
        case WRITE -> wrote = now;
        case PAUSE -> on = false;
        case RESUME -> {
          if (!on) {
            on = true;
            read = now;
            wrote = now;
            beat = now;
            unanswered = 0;
          }
        }
        case NOTHING -> {}
      }
    }
  }
}
