package io.loomwheel.purgatory;

import org.jspecify.annotations.Nullable;

/** The entry of one operation in the list of one key. 32 bytes. */
final class Watch {
  final DelayedOperation operation;

  /** The entry that the same operation added before this one, or null if this is its first. */
  final @Nullable Watch earlier;

  /** The list that holds this entry, or null. */
  @Nullable WatchList<?> list;

  /** Neighbours in the list, under its monitor. */
  @Nullable Watch before;

  @Nullable Watch after;

  Watch(DelayedOperation operation, @Nullable Watch earlier) {
    this.operation = operation;
    this.earlier = earlier;
  }
}
