package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Round;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Plays contests while shells spin, whose CPU time is not counted as this process's. */
final class BesideLoops {
  /** {@return the contest, on a machine that is busy with so many loops} */
  static Contest beside(int loops, Contest quiet) {
    return new Contest(
        quiet.question(),
        quiet.setting() + ", beside " + loops + " busy loops",
        quiet.op(),
        quiet.entrants().stream().map(it -> beside(loops, it)).toList());
  }

  private static Entrant beside(int loops, Entrant quiet) {
    return new Entrant(
        quiet.name(),
        quiet.role(),
        () -> {
          Contestant contestant = quiet.opener().call();
          return Contestant.of(length -> round(loops, contestant, length), contestant::close);
        });
  }

  private static Round round(int loops, Contestant contestant, long lengthNanos) throws Exception {
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
}
