package io.loomwheel.charts;

/**
 * A point of a curve. Immutable.
 *
 * @param x in the unit of the chart's axis
 * @param y likewise
 */
public record Point(double x, double y) {}
