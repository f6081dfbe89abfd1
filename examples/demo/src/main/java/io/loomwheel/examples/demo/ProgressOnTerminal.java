package io.loomwheel.examples.demo;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar that fills by a step for each turn. For one thread. */
final class ProgressOnTerminal implements Progress {
  private static final int WIDTH = 79;
  private static final int UPDATE_MILLIS = 200;

  private final ProgressBar bar;
  private String round = "";

  ProgressOnTerminal(int turns, PrintStream out) {
    bar =
        new ProgressBarBuilder()
            .setInitialMax(turns)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(UPDATE_MILLIS)
            .setConsumer(new ConsoleProgressBarConsumer(out, WIDTH))
            .build();
  }

  @Override
  public void round(String name) {
    round = name;
  }

  @Override
  public void turn(String name) {
    bar.setExtraMessage(round + ": " + name);
  }

  @Override
  public void done() {
    bar.step();
  }

  @Override
  public void close() {
    bar.setExtraMessage("");
    bar.close();
  }
}
