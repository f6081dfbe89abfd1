package io.loomwheel.charts;

/**
 * A horizontal bar with whiskers. Immutable.
 *
 * @param low the least that was seen
 */
public record Bar(
    String name,
    Role role,
    double low,
    double value,
    double high,
    String headline,
    String detail) {}
