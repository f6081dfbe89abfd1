package io.loomwheel.charts;

import java.util.Locale;

/** Formats numbers as SVG wants them. Stateless. */
final class SvgNumbers {
  /** {@return a share of the width; what is off the chart is moved to its edge} */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f%%", 100 * Math.clamp(share, 0, 1));
  }

  /** {@return pixels, or other units} */
  static String plain(double length) {
    return String.format(Locale.ROOT, "%.1f", length);
  }
}
