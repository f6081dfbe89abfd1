package io.loomwheel.bench.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * Plays a contest in interleaved rounds, A B C A B C …, so that whatever else the machine does hits
 * all alike. Used by one thread.
 *
 * @param lengthNanos how long one goes on; less than a second flatters whoever defers work to a
 *     thread of its own
 * @param pauseNanos before each round, not measured, in which deferred work comes to its end
 */
public record Rounds(int rounds, long lengthNanos, long pauseNanos) {
  /** The first rounds, in which the code is still being compiled. */
  private static final int DROPPED = 2;

  public Rounds {
    if (!(rounds > DROPPED)) {
      throw new IllegalArgumentException(
          "rounds must be more than the " + DROPPED + " that are dropped, was " + rounds);
    }
    if (!(lengthNanos > 0)) {
      throw new IllegalArgumentException("round length must be positive, was " + lengthNanos);
    }
    if (pauseNanos < 0) {
      throw new IllegalArgumentException("pause must not be negative, was " + pauseNanos);
    }
  }

  /**
   * Opens all contestants, plays, and closes them.
   *
   * @return what came of it
   */
  public Result play(Contest contest) throws Exception {
    List<Seat> seats = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    try {
      for (Entrant entrant : contest.entrants()) {
        try {
          seats.add(new Seat(entrant, entrant.opener().call(), new ArrayList<>()));
        } catch (UnsupportedOperationException e) {
          notes.add(entrant.name() + " left out: " + e.getMessage());
        }
      }
      for (int i = 0; i < rounds; i++) {
        for (Seat seat : seats) {
          Thread.sleep(pauseNanos / 1_000_000, (int) (pauseNanos % 1_000_000));
          System.gc(); // so that nobody pays for what another has left
          seat.rounds.add(seat.contestant.round(lengthNanos));
          seat.contestant.renew();
        }
      }
    } finally {
      for (Seat seat : seats) {
        seat.contestant.close();
      }
    }
    return new Result(contest, seats.stream().map(Seat::score).toList(), notes);
  }

  private record Seat(Entrant entrant, Contestant contestant, List<Round> rounds) {
    Score score() {
      return new Score(entrant, rounds.subList(DROPPED, rounds.size()));
    }
  }
}
