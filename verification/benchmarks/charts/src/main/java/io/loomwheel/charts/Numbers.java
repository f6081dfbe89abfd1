package io.loomwheel.charts;

import java.util.List;

/** A table below the figures. Immutable. */
public record Numbers(String title, List<List<String>> rows, List<String> notes) {
  /** Copies the lists, and checks that there is a header. */
  public Numbers {
    if (rows.isEmpty()) {
      throw new IllegalArgumentException("rows must have a header, table " + title);
    }
    rows = rows.stream().map(List::copyOf).toList();
    notes = List.copyOf(notes);
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
