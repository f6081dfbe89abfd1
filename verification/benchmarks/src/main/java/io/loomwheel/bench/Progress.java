package io.loomwheel.bench;

import java.time.Duration;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows how far the rounds have come, on the error stream. Drawn between rounds only: its own
 * thread, which would be measured along, is kept asleep. Stateless.
 */
final class Progress {
  private static final int NEVER_MILLIS = (int) Duration.ofDays(1).toMillis();

  /** Fixed: asking the terminal for its width loads a native library. */
  private static final int WIDTH = 100;

  private Progress() {}

  static ProgressBar of(long rounds) {
    return new ProgressBarBuilder()
        .setTaskName("rounds")
        .setInitialMax(rounds)
        .setStyle(ProgressBarStyle.ASCII)
        .setConsumer(new ConsoleProgressBarConsumer(System.err, WIDTH))
        .setUpdateIntervalMillis(NEVER_MILLIS)
        .build();
  }

  static void step(ProgressBar progress) {
    progress.step();
    progress.refresh();
  }
}
