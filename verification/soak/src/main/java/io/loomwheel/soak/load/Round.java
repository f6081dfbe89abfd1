package io.loomwheel.soak.load;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Waves under the same faults for a while. Stateless. */
public final class Round {
  /** A hierarchical wheel and a hashed one. */
  private static final int WHEELS = 2;

  /**
   * Plays at least one wave on each kind of wheel.
   *
   * @param nanos how long
   */
  public static Played play(List<Fault> faults, Load load, long nanos, long seed)
      throws InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    long begin = System.nanoTime();
    Played all = Played.NOTHING;
    do {
      all = all.plus(new Wave(faults, load, all.waves()).play(random));
    } while (System.nanoTime() - begin < nanos || all.waves() < WHEELS);
    List<String> wrong = new ArrayList<>(Planned.takeUnplanned());
    if (!all.balance().isZero()) {
      wrong.add("the ledger isn't at zero: " + all.balance());
    }
    return all.plus(Played.wrong(wrong));
  }
}
