package io.loomwheel.charts;

import java.util.List;

/** A table below the figures. Immutable. */
public record Numbers(String title, List<List<String>> rows, List<String> notes) {
  public List<String> header() {
    return rows.getFirst();
  }

  public List<List<String>> body() {
    return rows.subList(1, rows.size());
  }
}
