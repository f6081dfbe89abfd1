package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Round;
import java.util.concurrent.Callable;

/**
 * A contestant that is made anew for each round, because what it keeps of the last would fill the
 * heap, or its thread would go on ticking, at the cost of all others. Used by the thread that runs
 * the rounds.
 */
final class Renewed implements Contestant {
  private final Callable<? extends Contestant> opener;
  private Contestant contestant;

  private Renewed(Callable<? extends Contestant> opener, Contestant first) {
    this.opener = opener;
    this.contestant = first;
  }

  static Renewed open(Callable<? extends Contestant> opener) throws Exception {
    return new Renewed(opener, opener.call());
  }

  @Override
  public Round round(long lengthNanos) throws Exception {
    return contestant.round(lengthNanos);
  }

  @Override
  public void renew() throws Exception {
    contestant.close();
    contestant = opener.call();
  }

  @Override
  public void close() {
    contestant.close();
  }
}
