package io.loomwheel.charts;

import java.util.List;

/**
 * A table below the figures. Immutable.
 *
 * @param title of the table
 * @param rows of equal length, the header first
 * @param notes below it
 * @param open false if it is folded away until somebody asks for it
 */
public record Numbers(String title, List<List<String>> rows, List<String> notes, boolean open) {
  /** Copies the lists, and checks that there is a header. */
  public Numbers {
    if (rows.isEmpty()) {
      throw new IllegalArgumentException("rows must have a header, table " + title);
    }
    rows = rows.stream().map(List::copyOf).toList();
    notes = List.copyOf(notes);
  }

  /** A table that is folded away. */
  public Numbers(String title, List<List<String>> rows, List<String> notes) {
    this(title, rows, notes, false);
  }

  /** {@return the first row} */
  public List<String> header() {
    return rows.getFirst();
  }

  /** {@return the other rows} */
  public List<List<String>> body() {
    return rows.subList(1, rows.size());
  }
}
