package io.loomwheel.soak.load;

import io.loomwheel.soak.ledger.Balance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Plays waves under one fault for a while. One thread's. */
public final class Round {
  private static final int MOST_WRONG = 10;

  /** A hierarchical wheel and a hashed one. */
  private static final int WHEELS = 2;

  private final Fault fault;
  private final Load load;
  private final SplittableRandom random;
  private final List<String> wrong = new ArrayList<>();

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
    Balance balance = Balance.ZERO;
    Map<String, Long> fired = Map.of();
    long inOrder = 0;
    long refusals = 0;
    Duration late = Duration.ZERO;
    int waves = 0;
    int least = fault.isElsewhere() ? 1 : WHEELS;
    Stage stage = new Stage(nanos);
    Thread acting = stage.start(fault);
    if (fault.isElsewhere()) {
      acting.join();
    }
    do {
      Wave.Settled wave = new Wave(fault, load, waves++).play(random);
      balance = balance.plus(wave.balance());
      fired = Played.sum(fired, wave.fired());
      inOrder += wave.inOrder();
      refusals += wave.refusals();
      late = late.compareTo(wave.late()) < 0 ? wave.late() : late;
      note(wave.wrong());
      if (System.nanoTime() - begin >= nanos) {
        stage.end();
      }
    } while (!stage.isOver() || acting.isAlive() || waves < least);
    acting.join();
    note(List.copyOf(stage.wrong()));
    note(fault.wrong());
    note(Planned.takeUnplanned());
    if (!balance.isZero()) {
      note(List.of("the ledger isn't at zero: " + balance));
    }
    return new Played(
        fault.name(),
        waves,
        balance,
        fired,
        inOrder,
        Planned.takeSeen(),
        refusals,
        late,
        fault.figures(),
        List.copyOf(wrong));
  }

  private void note(List<String> more) {
    more.stream().limit(MOST_WRONG - wrong.size()).forEach(wrong::add);
  }
}
