package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import java.util.List;
import java.util.Locale;

/**
 * A producer holds so many timeouts that none of them is in the cache, and cancels any. As many as
 * {@link GrowthQuestion} has in the background at most.
 */
final class ColdQuestion implements Question {
  @Override
  public List<Contest> contests(Sizes sizes) {
    int held = sizes.pending().getLast();
    String setting = String.format(Locale.ROOT, "1 producer, %,d held, any cancelled", held);
    return List.of(
        new Contest(
            "cold",
            setting,
            "arm + cancel",
            true,
            BackgroundLoad.entrants(held, RandomPairs.class, 0)));
  }
}
