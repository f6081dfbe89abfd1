package io.loomwheel.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any script of touches, pauses and time against a model that knows the last touch alone. */
class IdleTimeoutPropertiesTest {
  private static final long LIMIT = 1000;

  /** What a step does, or the listener when it is notified. */
  enum Deed {
    ADVANCE,
    TOUCH,
    PAUSE,
    RESUME,
    CLOSE
  }

  /**
   * One step.
   *
   * @param nanos how far to advance before it
   */
  record Step(Deed deed, long nanos) {}

  @Provide
  Arbitrary<List<Step>> scripts() {
    Arbitrary<Deed> deeds =
        Arbitraries.of(
            Deed.ADVANCE, Deed.TOUCH, Deed.TOUCH, Deed.TOUCH, Deed.PAUSE, Deed.RESUME, Deed.RESUME);
    Arbitrary<Deed> rarely =
        Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(50, deeds),
            net.jqwik.api.Tuple.of(1, Arbitraries.just(Deed.CLOSE)));
    Arbitrary<Long> nanos =
        Arbitraries.oneOf(
            Arbitraries.longs().between(0, 10),
            Arbitraries.longs().between(0, LIMIT),
            Arbitraries.of(LIMIT / 8, LIMIT - 1, LIMIT, LIMIT + 1, 3 * LIMIT));
    return Combinators.combine(rarely, nanos).as(Step::new).list().ofMaxSize(60);
  }

  @Property(tries = 1500)
  void anyScript_isNotifiedAsTheModelSays(
      @ForAll("scripts") List<Step> script, @ForAll Deed inListener) {
    Model model = new Model(inListener);
    List<Long> notified = new ArrayList<>();
    ManualClock clock = new ManualClock();
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    IdleTimeout idle =
        IdleTimeout.start(
            timer,
            Duration.ofNanos(LIMIT),
            it -> {
              notified.add(clock.nanoTime());
              perform(it, inListener);
            });

    for (Step step : script) {
      clock.advance(Duration.ofNanos(step.nanos()));
      model.advance(step.nanos());
      boolean inTime = perform(idle, step.deed());
      assertThat(inTime).isEqualTo(model.perform(step.deed()));
      assertThat(notified).isEqualTo(model.notified);
      assertThat(idle.isIdle()).isEqualTo(model.state == State.IDLE);
      assertThat(timer.pendingTimeouts()).isEqualTo(model.state == State.WATCHING ? 1 : 0);
    }
  }

  private static boolean perform(IdleTimeout idle, Deed deed) {
    switch (deed) {
      case TOUCH -> {
        return idle.touch();
      }
      case PAUSE -> idle.pause();
      case RESUME -> idle.resume();
      case CLOSE -> idle.close();
      case ADVANCE -> {}
    }
    return false;
  }

  private enum State {
    WATCHING,
    IDLE,
    PAUSED,
    CLOSED
  }

  private static final class Model {
    final List<Long> notified = new ArrayList<>();
    State state = State.WATCHING;
    private final Deed inListener;
    private long now;
    private long touched;

    Model(Deed inListener) {
      this.inListener = inListener;
    }

    void advance(long nanos) {
      long target = now + nanos;
      while (state == State.WATCHING && touched + LIMIT <= target) {
        now = touched + LIMIT;
        notified.add(now);
        state = State.IDLE;
        perform(inListener);
      }
      now = target;
    }

    boolean perform(Deed deed) {
      boolean inTime = deed == Deed.TOUCH && state == State.WATCHING;
      switch (deed) {
        case TOUCH -> watchIf(inTime || state == State.IDLE);
        case RESUME -> watchIf(state == State.PAUSED);
        case PAUSE -> state = state == State.CLOSED ? state : State.PAUSED;
        case CLOSE -> state = State.CLOSED;
        case ADVANCE -> {}
      }
      return inTime;
    }

    private void watchIf(boolean so) {
      if (so) {
        state = State.WATCHING;
        touched = now;
      }
    }
  }
}
