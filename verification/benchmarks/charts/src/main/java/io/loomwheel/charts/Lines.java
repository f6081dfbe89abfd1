package io.loomwheel.charts;

import java.util.ArrayList;
import java.util.List;

/** Breaks text into lines, which SVG can't. Stateless. */
final class Lines {
  /** {@return lines of at most that many characters, unless a single word is longer} */
  static List<String> wrap(String text, int columns) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.strip().split("\\s+", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > columns) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
