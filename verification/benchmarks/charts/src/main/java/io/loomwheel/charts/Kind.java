package io.loomwheel.charts;

import java.util.Locale;

/** What a bar or a curve stands for, which decides how it is coloured. */
public enum Kind {
  /** What the chart is about: accented. */
  OURS,
  /** What it is compared with: muted. */
  PEER,
  /** The limit: dashed. */
  FLOOR;

  /** {@return its class in the style sheet} */
  public String css() {
    return name().toLowerCase(Locale.ROOT);
  }
}
