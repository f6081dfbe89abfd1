package io.loomwheel.charts;

import java.util.List;

/** A part of a page. Immutable. */
public record Section(String title, List<Figure> figures, List<Numbers> tables) {}
