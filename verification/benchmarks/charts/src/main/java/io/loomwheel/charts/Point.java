package io.loomwheel.charts;

/**
 * A point of a curve. Immutable.
 *
 * @param x in the unit of the chart's axis
 * @param y likewise, with how far it was seen to go
 */
public record Point(double x, Range y) {}
