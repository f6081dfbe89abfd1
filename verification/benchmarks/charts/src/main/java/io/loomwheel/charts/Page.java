package io.loomwheel.charts;

import java.util.List;

/** A document that needs nothing but itself. Immutable. */
public record Page(String title, String headline, List<Section> sections, List<String> method) {}
