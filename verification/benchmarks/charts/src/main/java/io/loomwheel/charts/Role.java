package io.loomwheel.charts;

import java.util.Locale;

/** What one is to the others in a comparison, which decides how a chart colours it. */
public enum Role {
  /** What it is about: accented. */
  SUBJECT,
  /** What that is compared with: muted. */
  PEER,
  /** The limit: dashed. */
  FLOOR;

  /** {@return its class in the style sheet} */
  public String css() {
    return name().toLowerCase(Locale.ROOT);
  }
}
