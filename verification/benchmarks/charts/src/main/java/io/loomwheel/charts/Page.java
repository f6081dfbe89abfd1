package io.loomwheel.charts;

import java.util.List;

/**
 * A document that needs nothing but itself. Immutable.
 *
 * @param title of the document
 * @param intro paragraphs below it
 * @param sections the rest
 */
public record Page(String title, List<String> intro, List<Section> sections) {
  /** Copies the lists. */
  public Page {
    intro = List.copyOf(intro);
    sections = List.copyOf(sections);
  }
}
