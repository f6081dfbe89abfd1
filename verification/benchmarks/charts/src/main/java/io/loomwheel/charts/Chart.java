package io.loomwheel.charts;

/** A picture that can stand in a page or in a file of its own. Immutable. */
public sealed interface Chart permits Bars, Curves {
  /** {@return what tells it from the others: small letters, digits and hyphens} */
  String id();

  /** {@return above it} */
  String title();

  /** {@return below the title: what is drawn, and how to read it} */
  String subtitle();

  /** {@return what it shows, for those who can't see it} */
  String description();
}
