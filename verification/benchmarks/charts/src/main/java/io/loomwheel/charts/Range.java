package io.loomwheel.charts;

/**
 * A value and how far it was seen to go. Immutable.
 *
 * @param low the least
 */
public record Range(double low, double value, double high) {}
