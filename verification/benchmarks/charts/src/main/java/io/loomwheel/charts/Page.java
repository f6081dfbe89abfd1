package io.loomwheel.charts;

import java.util.List;

/** A document that needs nothing but itself. Immutable. */
public record Page(String title, String headline, List<Section> sections, List<String> method) {
  /** A part of it. Immutable. */
  public record Section(String title, List<Figure> figures, List<Table> tables) {}

  /** A table below the figures, its first row the header. Immutable. */
  public record Table(String title, List<List<String>> rows, List<String> notes) {}
}
