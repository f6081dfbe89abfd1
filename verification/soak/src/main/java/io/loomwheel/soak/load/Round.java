package io.loomwheel.soak.load;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Plays waves under one fault for a while. One thread's. */
public final class Round {
  /** A hierarchical wheel and a hashed one. */
  private static final int WHEELS = 2;

  private final Fault fault;
  private final Load load;
  private final SplittableRandom random;

  public Round(Fault fault, Load load, long seed) {
    this.fault = fault;
    this.load = load;
    this.random = new SplittableRandom(seed);
  }

  /**
   * Plays at least one wave on each kind of wheel.
   *
   * @param nanos how long
   */
  public Played play(long nanos) throws InterruptedException {
    long begin = System.nanoTime();
    Played all = Played.nothing(fault, 0, 0, List.of());
    int least = fault.isElsewhere() ? 1 : WHEELS;
    Stage stage = new Stage(nanos);
    Thread acting = stage.start(fault);
    if (fault.isElsewhere()) {
      acting.join();
    }
    do {
      all = all.plus(new Wave(fault, load, all.waves()).play(random));
      if (System.nanoTime() - begin >= nanos) {
        stage.end();
      }
    } while (!stage.isOver() || acting.isAlive() || all.waves() < least);
    acting.join();
    List<String> wrong = new ArrayList<>(stage.wrong());
    wrong.addAll(fault.wrong());
    wrong.addAll(Planned.takeUnplanned());
    if (!all.balance().isZero()) {
      wrong.add("the ledger isn't at zero: " + all.balance());
    }
    return all.plus(Played.nothing(fault, 0, Planned.takeSeen(), wrong));
  }
}
