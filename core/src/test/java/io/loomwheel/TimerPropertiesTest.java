package io.loomwheel;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * The whole timer against a model, under any script of arming, cancelling, rescheduling and moving
 * time, with tasks that do the same and throw. A script that fails is shrunk to the shortest.
 */
class TimerPropertiesTest {
  /** What a step does, and what a task does when it runs. */
  enum Deed {
    ARM,
    CANCEL,
    RESCHEDULE,
    ADVANCE,
    THROW
  }

  /**
   * One step.
   *
   * @param deed what to do; a task does not move time
   * @param nanos delay or distance
   * @param other which timeout to cancel or to reschedule, modulo their number
   * @param then what the task does that is armed here
   */
  record Step(Deed deed, long nanos, int other, Deed then) {}

  @Provide
  Arbitrary<List<Step>> scripts() {
    Arbitrary<Long> nanos =
        Arbitraries.oneOf(
            Arbitraries.longs().between(0, 200),
            Arbitraries.longs().between(0, 100_000),
            Arbitraries.longs().between(0, 1L << 40),
            Arbitraries.longs().between(0, Long.MAX_VALUE));
    return Combinators.combine(
            Arbitraries.of(Deed.ARM, Deed.ARM, Deed.CANCEL, Deed.RESCHEDULE, Deed.ADVANCE),
            nanos,
            Arbitraries.integers().between(0, 1000),
            Arbitraries.of(Deed.class))
        .as(Step::new)
        .list()
        .ofMaxSize(80);
  }

  @Provide
  Arbitrary<Long> origins() {
    return Arbitraries.of(0L, -1L, Long.MAX_VALUE - 500, Long.MAX_VALUE, Long.MIN_VALUE);
  }

  /** 0 stands for the hierarchical wheel. */
  @Provide
  Arbitrary<Integer> rings() {
    return Arbitraries.of(0, 1, 8, 512);
  }

  /** Two times in three there is none. */
  @Provide
  Arbitrary<Integer> slacks() {
    return Arbitraries.of(0, 0, 0, 0, 1, 7);
  }

  @Property(tries = 1500)
  void anyScript_doesWhatTheModelDoes(
      @ForAll("scripts") List<Step> script,
      @ForAll("origins") long origin,
      @ForAll("rings") int ring,
      @ForAll("slacks") int slack) {
    Bench bench = new Bench(origin, ring, slack);
    script.forEach(bench::perform);
    bench.stop();
  }

  /** Doing it in two steps is the same as doing it in one. */
  @Property(tries = 300)
  void advance_inTwo_isAdvanceInOne(
      @ForAll("scripts") List<Step> script,
      @ForAll("rings") int ring,
      @ForAll("slacks") int slack) {
    Bench whole = new Bench(0, ring, slack);
    Bench halves = new Bench(0, ring, slack);
    for (Step step : script) {
      whole.perform(step);
      if (step.deed() == Deed.ADVANCE) {
        long half = step.nanos() / 2;
        halves.perform(new Step(Deed.ADVANCE, half, 0, Deed.ARM));
        halves.perform(new Step(Deed.ADVANCE, step.nanos() - half, 0, Deed.ARM));
      } else {
        halves.perform(step);
      }
    }
    assertThat(halves.ran).isEqualTo(whole.ran);
  }

  /** A timer, and beside it the deadlines that it should know. */
  private static final class Bench {
    private static final long FURTHEST = Long.MAX_VALUE / 4;

    final List<Integer> ran = new ArrayList<>();
    private final ManualClock clock;
    private final long origin;
    private final int slack;
    private final WheelTimer timer;
    private final List<Timeout> handles = new ArrayList<>();
    private final Map<Integer, Long> pending = new HashMap<>();
    private final List<Throwable> broken = new ArrayList<>();
    private long lastDeadline;

    Bench(long origin, int ring, int slack) {
      this.origin = origin;
      this.slack = slack;
      clock = new ManualClock(origin);
      WheelTimer.Builder builder =
          WheelTimer.builder()
              .clock(clock)
              .slack(slack)
              .onFailure((timeout, cause) -> failed(cause));
      timer = (ring == 0 ? builder : builder.hashed(ring)).build();
    }

    /** What a task throws on purpose is ignored; anything else breaks the property. */
    private void failed(Throwable cause) {
      if (!(cause instanceof IllegalStateException)) {
        broken.add(cause);
      }
    }

    private long now() {
      return clock.nanoTime() - origin;
    }

    void perform(Step step) {
      act(step);
      assertThat(broken).isEmpty();
      assertThat(timer.pendingTimeouts()).isEqualTo(pending.size());
      pending.values().stream()
          .min(Long::compare)
          .filter(first -> first < FURTHEST)
          .ifPresent(
              first ->
                  assertThat(timer.nanosToNextExpiry().orElseThrow())
                      .isBetween(0L, Math.max(0, first - now())));
    }

    /** From a task too, where those that fire together with it have left the timer already. */
    private void act(Step step) {
      switch (step.deed()) {
        case ARM -> arm(step);
        case CANCEL -> cancel(step.other());
        case RESCHEDULE -> reschedule(step);
        case ADVANCE -> advance(step.nanos());
        case THROW -> throw new IllegalStateException("on purpose");
      }
    }

    private void arm(Step step) {
      int id = handles.size();
      handles.add(null);
      if (step.nanos() > 0) {
        pending.put(id, saturated(step.nanos()));
      }
      Timeout timeout = timer.newTimeout(ignored -> run(id, step), step.nanos(), NANOSECONDS);
      handles.set(id, timeout);
    }

    private void run(int id, Step step) {
      if (step.nanos() > 0 || pending.containsKey(id)) {
        long deadline = pending.remove(id);
        assertThat(now()).as("time at which %s runs", id).isEqualTo(deadline);
        assertThat(deadline).isGreaterThanOrEqualTo(lastDeadline);
        lastDeadline = deadline;
      }
      ran.add(id);
      if (step.then() != Deed.ADVANCE && step.nanos() > 0) {
        act(new Step(step.then(), step.nanos() / 2 + 1, step.other(), Deed.ADVANCE));
      }
    }

    private void cancel(int other) {
      if (!handles.isEmpty()) {
        int id = other % handles.size();
        Timeout timeout = handles.get(id);
        if (timeout != null) {
          boolean waits = !timeout.isExpired() && pending.containsKey(id);
          assertThat(timeout.cancel()).isEqualTo(waits);
          if (waits) {
            pending.remove(id);
          }
        }
      }
    }

    private void reschedule(Step step) {
      if (!handles.isEmpty()) {
        int id = step.other() % handles.size();
        Timeout timeout = handles.get(id);
        if (timeout != null) {
          boolean waits = !timeout.isExpired() && pending.containsKey(id);
          assertThat(timeout.reschedule(step.nanos(), NANOSECONDS)).isEqualTo(waits);
          if (waits) {
            pending.put(id, saturated(step.nanos()));
          }
        }
      }
    }

    private void advance(long by) {
      long distance = Math.min(by, Math.max(0, FURTHEST - now()));
      long target = now() + distance;
      clock.advance(Duration.ofNanos(distance));
      assertThat(now()).isEqualTo(target);
      assertThat(pending.values()).allMatch(deadline -> deadline > target);
    }

    /** The deadline as it was asked for, or the first multiple of what slack allows from there. */
    private long saturated(long delay) {
      long deadline = now() + delay;
      long share = slack == 0 ? 1 : Long.highestOneBit(Math.max(1, delay >> slack));
      long late = Math.floorMod(-deadline, share);
      return deadline < 0 || deadline + late < 0 ? Long.MAX_VALUE : deadline + late;
    }

    void stop() {
      assertThat(timer.stop()).hasSize(pending.size()).allMatch(Timeout::isCancelled);
      assertThat(timer.pendingTimeouts()).isZero();
    }
  }
}
