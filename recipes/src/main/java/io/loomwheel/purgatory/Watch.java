package io.loomwheel.purgatory;

import org.jspecify.annotations.Nullable;

/** The place of one operation in the list of one key. 32 bytes. */
final class Watch {
  /**
   * Null once over. Written by who ends it, with or without the list's monitor; who checks may see
   * it for a while longer, and then finds it over.
   */
  @Nullable DelayedOperation operation;

  /** Where the same operation took a place before this; null if this was its first. */
  final @Nullable Watch earlier;

  /**
   * Null while in none. Written under the list's monitor by who links and unlinks; who ends the
   * operation reads it without, at worst a list that it has left.
   */
  @Nullable WatchList<?> list;

  /** Neighbours in the list, under its monitor. */
  @Nullable Watch before;

  @Nullable Watch after;

  Watch(DelayedOperation operation, @Nullable Watch earlier) {
    this.operation = operation;
    this.earlier = earlier;
  }

  void leave() {
    WatchList<?> from = list;
    if (from != null) {
      from.remove(this);
    }
  }
}
