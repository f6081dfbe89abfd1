package io.loomwheel.charts;

/** A horizontal bar with whiskers. Immutable. */
public record Bar(String name, Kind kind, Range length, String headline, String detail) {}
