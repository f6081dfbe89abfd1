package io.loomwheel.charts;

import java.util.List;

/** A chart and what has to be said under it. Immutable. */
public record Figure(Chart chart, List<String> caption) {}
