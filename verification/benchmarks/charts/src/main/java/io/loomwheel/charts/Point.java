package io.loomwheel.charts;

/** A point of a curve. Immutable. */
public record Point(double x, double y) {}
