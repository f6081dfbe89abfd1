package io.loomwheel.examples.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets all contestants carry the load in turn, A B C A B C: first a round that doesn't count, in
 * which the compiler does its work, then those that do.
 */
record Match(List<Contestant> contestants, int rounds, Duration measured, long seed) {
  int turns() {
    return contestants.size() * (rounds + 1);
  }

  /** Plays, and tells the progress of each turn. */
  Result play(Turn turn, Progress progress) throws InterruptedException {
    Map<Contestant, List<Sample>> samples = new LinkedHashMap<>();
    for (int round = 0; round <= rounds; round++) {
      progress.round(round == 0 ? "warm-up" : "round " + round + " of " + rounds);
      for (Contestant contestant : contestants) {
        progress.turn(contestant.id());
        Sample sample = turn.play(contestant, measured, seed + round);
        if (round > 0) {
          samples.computeIfAbsent(contestant, first -> new ArrayList<>()).add(sample);
        }
        progress.done();
      }
    }
    return Result.of(turn.load(), samples);
  }
}
