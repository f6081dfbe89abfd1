package io.loomwheel.bench.report;

import java.util.Locale;

/** Makes names for files. Stateless. */
final class Slug {
  private Slug() {}

  /** {@return the words in small letters, joined by hyphens; large numbers without their commas} */
  static String of(String... texts) {
    return String.join(" ", texts)
        .toLowerCase(Locale.ROOT)
        .replaceAll("(?<=\\d),(?=\\d)", "")
        .replace("(s)", "")
        .replaceAll("[^a-z0-9]+", "-")
        .replaceAll("^-|-$", "");
  }
}
