package io.loomwheel.soak.ledger;

import java.util.stream.Stream;

/**
 * What became of the timers of one or more ledgers. Immutable.
 *
 * @param cancelled whose task never will be, because its owner wished so
 * @param rejected never accepted
 * @param lost of which nothing was heard within the bound
 * @param early that fired before their time, if only by a nanosecond
 */
public record Balance(
    long asked,
    long fired,
    long cancelled,
    long returned,
    long rejected,
    long lost,
    long twice,
    long early) {
  public static final Balance ZERO = new Balance(0, 0, 0, 0, 0, 0, 0, 0);

  public Balance plus(Balance other) {
    return new Balance(
        asked + other.asked,
        fired + other.fired,
        cancelled + other.cancelled,
        returned + other.returned,
        rejected + other.rejected,
        lost + other.lost,
        twice + other.twice,
        early + other.early);
  }

  static Balance of(Entry entry) {
    int ends = entry.settled();
    int all = Stream.of(Fate.values()).mapToInt(fate -> fate.of(ends)).sum();
    return new Balance(
        1,
        Fate.FIRED.of(ends),
        Fate.CANCELLED.of(ends),
        Fate.RETURNED.of(ends),
        Fate.REJECTED.of(ends),
        all == 0 ? 1 : 0,
        all > 1 ? 1 : 0,
        entry.isEarly() ? 1 : 0);
  }

  /** {@return what was asked for and came to no end, less what came to too many: zero} */
  public long difference() {
    return asked - fired - cancelled - returned - rejected;
  }

  public boolean isZero() {
    return difference() == 0 && lost == 0 && twice == 0 && early == 0;
  }
}
