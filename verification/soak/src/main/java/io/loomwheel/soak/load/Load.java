package io.loomwheel.soak.load;

import io.loomwheel.soak.submitter.SubmitterKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * What a wave is made of.
 *
 * @param waveNanos how long timers are armed before the timer is stopped, at most
 * @param kinds of submitters, at least one; faults act on the first
 * @param isDense whether they are asked for without a pause, most of them by the cheapest ways
 */
public record Load(long waveNanos, int quota, List<SubmitterKind> kinds, boolean isDense) {
  private static final long LONGEST_REST_NANOS = 75_000_000;

  /** {@return how long a wave waits at most between the last that is asked for and its end} */
  long restNanos() {
    return Math.min(waveNanos / 2, LONGEST_REST_NANOS);
  }

  /** {@return how long a producer pauses after some of its quota} */
  long pauseNanos(int asked, int quota) {
    return isDense ? 0 : waveNanos * asked / quota / 2;
  }

  /** {@return whose turn it is to hand in a task, again and again: indexes into the kinds} */
  int[] turns() {
    List<Integer> turns = new ArrayList<>();
    for (int i = 0; i < kinds.size(); i++) {
      turns.addAll(Collections.nCopies(isDense ? kinds.get(i).share() : 1, i));
    }
    if (isDense) {
      Collections.shuffle(turns, new Random(turns.size())); // the same ones each time
    }
    return turns.stream().mapToInt(turn -> turn).toArray();
  }
}
