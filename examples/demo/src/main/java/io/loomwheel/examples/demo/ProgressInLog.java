package io.loomwheel.examples.demo;

import java.io.PrintStream;
import java.util.Locale;

/** A line for each round. For one thread. */
final class ProgressInLog implements Progress {
  private static final double NANOS_PER_SECOND = 1e9;

  private final PrintStream out;
  private String round = "";
  private int turns;
  private long startNanos;

  ProgressInLog(PrintStream out) {
    this.out = out;
  }

  @Override
  public void round(String name) {
    close();
    round = name;
    turns = 0;
    startNanos = System.nanoTime();
  }

  @Override
  public void turn(String name) {
    turns++;
  }

  @Override
  public void done() {}

  @Override
  public void close() {
    if (turns > 0) {
      double seconds = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
      out.printf(Locale.ROOT, "%s: %d turns in %.0f s%n", round, turns, seconds);
    }
  }
}
