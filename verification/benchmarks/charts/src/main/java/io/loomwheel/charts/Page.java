package io.loomwheel.charts;

import java.util.List;

/**
 * A document that needs nothing but itself. Immutable.
 *
 * @param title of the document
 * @param headline what came out, in a line
 * @param sections figures and tables
 * @param method how it was measured: paragraphs at the end
 */
public record Page(String title, String headline, List<Section> sections, List<String> method) {
  /** Copies the lists. */
  public Page {
    sections = List.copyOf(sections);
    method = List.copyOf(method);
  }
}
