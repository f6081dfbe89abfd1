package io.loomwheel.charts;

import java.util.List;

/** A table below the figures. Immutable. */
public record Numbers(String title, List<List<String>> rows, List<String> notes) {
  public Numbers {
    if (rows.isEmpty()) {
      throw new IllegalArgumentException("rows must have a header, table " + title);
    }
    rows = rows.stream().map(List::copyOf).toList();
    notes = List.copyOf(notes);
  }

  public List<String> header() {
    return rows.getFirst();
  }

  public List<List<String>> body() {
    return rows.subList(1, rows.size());
  }
}
