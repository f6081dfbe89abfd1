package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Round;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Plays another's rounds while shells spin, whose CPU time is not counted as this process's. */
final class BesideLoops implements Contestant {
  private final Contestant contestant;
  private final int loops;

  BesideLoops(Contestant contestant, int loops) {
    this.contestant = contestant;
    this.loops = loops;
  }

  /** {@return the contest, on a machine that is busy with so many loops} */
  static Contest beside(int loops, Contest quiet) {
    List<Entrant> busy = new ArrayList<>();
    for (Entrant entrant : quiet.entrants()) {
      busy.add(
          new Entrant(
              entrant.name(),
              entrant.role(),
              () -> {
                Contestant contestant = entrant.opener().call();
                return new BesideLoops(contestant, loops);
              }));
    }
    String setting = quiet.setting() + ", beside " + loops + " busy loops";
    return new Contest(quiet.question(), setting, quiet.op(), quiet.timed(), busy);
  }

  @Override
  public Round round(long lengthNanos) throws Exception {
    List<Process> shells = new ArrayList<>();
    try {
      for (int i = 0; i < loops; i++) {
        shells.add(spin());
      }
      return contestant.round(lengthNanos);
    } finally {
      shells.forEach(Process::destroyForcibly);
    }
  }

  private static Process spin() {
    try {
      return new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    } catch (IOException e) {
      throw new UnsupportedOperationException("needs a shell that spins: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    contestant.close();
  }
}
