package io.loomwheel.charts;

/**
 * A horizontal bar with whiskers. Immutable.
 *
 * @param name above it, on the left
 * @param kind decides its colour
 * @param length of the bar and its whiskers
 * @param headline above it, on the right: what to read first
 * @param detail below it, on the left
 * @param aside below it, on the right
 */
public record Bar(
    String name, Kind kind, Range length, String headline, String detail, String aside) {}
