package io.loomwheel.charts;

/** A chart and what has to be said under it. Immutable. */
public record Figure(Chart chart, String caption) {}
