package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.charts.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * What keeps the time of a library's streams, each made for one contestant: its default moved onto
 * the wheel, the wheel itself, and its default as it is. Immutable.
 *
 * @param <S> its schedulers
 * @param <T> what gives a stream its timeout
 * @param none that gives none
 */
record Ways<S, T>(
    Way<S> moved,
    Way<S> wheel,
    Way<S> stock,
    T none,
    Function<S, T> operators,
    Function<S, T> timeout) {
  /** Of a stream that is never idle. */
  static final int ELEMENTS = 50_000;

  /** A scheduler, and what is called once, when its contestant is done with it. */
  record Kept<S>(S scheduler, AutoCloseable end) {}

  record Way<S>(String name, Role role, Callable<Kept<S>> open) {
    /** {@return an entrant of whose contestant the scheduler is a part} */
    Entrant entrant(Function<? super S, ? extends Contestant> on) {
      return new Entrant(
          name,
          role,
          () -> {
            Kept<S> kept = open.call();
            return Contestant.of(on.apply(kept.scheduler), kept.end);
          });
    }
  }

  /** {@return an entrant for each scheduler} */
  List<Entrant> schedulers(Function<? super S, ? extends Contestant> on) {
    return List.of(moved.entrant(on), wheel.entrant(on), stock.entrant(on));
  }

  /**
   * {@return an entrant without a timeout, and one for each way to have one; others may be added}
   */
  List<Entrant> timeouts(BiFunction<S, T, Contestant> timed) {
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(
        new Way<>("no timeout", Role.FLOOR, stock.open).entrant(by -> timed.apply(by, none)));
    entrants.add(
        new Way<>("WheelOperators", Role.SUBJECT, wheel.open)
            .entrant(by -> timed.apply(by, operators.apply(by))));
    entrants.addAll(schedulers(by -> timed.apply(by, timeout.apply(by))));
    return entrants;
  }

  /**
   * {@return a stream that is run on the calling thread again and again; an operation: an element}
   */
  static Contestant stream(LongSupplier count) {
    LongSupplier checked =
        () -> {
          long came = count.getAsLong();
          if (came != ELEMENTS) {
            throw new IllegalStateException("elements lost: " + came);
          }
          return came;
        };
    return length -> Meter.loop(length, checked);
  }
}
