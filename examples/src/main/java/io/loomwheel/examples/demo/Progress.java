package io.loomwheel.examples.demo;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar that fills as requests get their outcomes. Thread-safe; a step costs an atomic add. */
final class Progress implements AutoCloseable {
  private static final int WIDTH = 79;
  private static final int UPDATE_MILLIS = 200;

  private final ProgressBar bar;

  /**
   * Draws an empty bar.
   *
   * @param title before the bar
   * @param steps that fill it
   * @param out where it is drawn, and drawn over
   */
  Progress(String title, long steps, PrintStream out) {
    bar =
        new ProgressBarBuilder()
            .setTaskName(title)
            .setInitialMax(steps)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(UPDATE_MILLIS)
            .setConsumer(new ConsoleProgressBarConsumer(out, WIDTH))
            .build();
  }

  /** Fills the bar by one step. */
  void step() {
    bar.step();
  }

  @Override
  public void close() {
    bar.close();
  }
}
