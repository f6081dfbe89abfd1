package io.loomwheel.examples.demo;

import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What became of the streams: each that fell silent must time out, once, and not early.
 *
 * @param early timeouts that came before the time was up
 * @param lost how many fell silent and never timed out
 * @param repeated how many ended more than once
 * @param lateNanos how late those came that fell silent and were not early
 */
record Tally(
    int silent,
    int timedOut,
    int unforeseen,
    int early,
    int lost,
    int repeated,
    int broken,
    Histogram lateNanos) {
  private static final int DIGITS = 3;

  /** {@return what became of these streams, whose numbers are their places in the list} */
  static Tally of(List<Watched> streams, Stalls stalls, Duration idle) {
    int timedOut = 0;
    int unforeseen = 0;
    int early = 0;
    int lost = 0;
    int repeated = 0;
    int broken = 0;
    Histogram late = new Histogram(DIGITS);
    for (int stream = 0; stream < streams.size(); stream++) {
      Watched watched = streams.get(stream);
      boolean falls = stalls.falls(stream);
      if (watched.ends() == 0) {
        lost += falls ? 1 : 0;
        continue;
      }
      repeated += watched.ends() > 1 ? 1 : 0;
      if (watched.isBroken()) {
        broken++;
        continue;
      }
      timedOut += falls ? 1 : 0;
      unforeseen += falls ? 0 : 1;
      long lateNanos = watched.idleNanos() - idle.toNanos();
      if (lateNanos < 0) {
        early++;
      } else if (falls) {
        late.recordValue(lateNanos);
      }
    }
    return new Tally(stalls.count(), timedOut, unforeseen, early, lost, repeated, broken, late);
  }

  Tally plus(Tally other) {
    Histogram late = lateNanos.copy();
    late.add(other.lateNanos);
    return new Tally(
        silent + other.silent,
        timedOut + other.timedOut,
        unforeseen + other.unforeseen,
        early + other.early,
        lost + other.lost,
        repeated + other.repeated,
        broken + other.broken,
        late);
  }
}
