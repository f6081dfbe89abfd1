package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
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
