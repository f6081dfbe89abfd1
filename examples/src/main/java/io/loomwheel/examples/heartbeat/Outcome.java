package io.loomwheel.examples.heartbeat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * What became of the connections. Immutable.
 *
 * @param connections how many there were
 * @param killed how many of them fell silent
 * @param closedOfKilled how many of those were closed
 * @param closedOfOthers how many were closed though they answered
 * @param broken how many ended in another way
 * @param early how many were closed before their time
 * @param latenessNanos how much later than the longest silence each was closed, sorted; negative
 *     where it had been silent for less
 */
record Outcome(
    int connections,
    int killed,
    int closedOfKilled,
    int closedOfOthers,
    int broken,
    int early,
    List<Long> latenessNanos) {
  static Outcome of(List<Connection> all, Set<Connection> killed, Pace pace) {
    long shortest = pace.shortestSilence().toNanos();
    long longest = pace.longestSilence().toNanos();
    long[] silences =
        all.stream().filter(Connection::isLost).mapToLong(Connection::silenceNanos).toArray();
    int closed = (int) killed.stream().filter(Connection::isLost).count();
    return new Outcome(
        all.size(),
        killed.size(),
        closed,
        silences.length - closed,
        (int) all.stream().filter(Connection::isBroken).count(),
        (int) Arrays.stream(silences).filter(nanos -> nanos < shortest).count(),
        Arrays.stream(silences).map(nanos -> nanos - longest).sorted().boxed().toList());
  }

  /** {@return what is not as it should be, one line each} */
  List<String> complaints(long mostLateNanos) {
    List<String> complaints = new ArrayList<>();
    complain(complaints, killed - closedOfKilled, "silent, but not closed");
    complain(complaints, closedOfOthers, "closed though they answered");
    complain(complaints, broken, "broken in another way");
    complain(complaints, early, "closed too early");
    long late = latenessNanos.stream().filter(nanos -> nanos > mostLateNanos).count();
    complain(complaints, late, "closed more than " + millis(mostLateNanos) + " ms late");
    return complaints;
  }

  private static void complain(List<String> complaints, long count, String what) {
    if (count > 0) {
      complaints.add(count + " connections " + what);
    }
  }

  @Override
  public String toString() {
    return ("%,d connections, %,d fell silent, %,d of those closed and %,d others;"
            + " %d early; last %d ms late")
        .formatted(
            connections,
            killed,
            closedOfKilled,
            closedOfOthers,
            early,
            latenessNanos.isEmpty() ? 0 : Math.max(0, millis(latenessNanos.getLast())));
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }
}
