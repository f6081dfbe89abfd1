package io.loomwheel.purgatory;

import org.jspecify.annotations.Nullable;

/** The entry of one operation in the list of one key. 32 bytes. */
final class Watch {
  /**
   * The operation, or null after it ended. Cleared by the ending thread, with or without the list's
   * monitor. A benign race: a checking thread may see it a little longer, and then finds it ended.
   */
  @Nullable DelayedOperation operation;

  /** The entry that the same operation added before this one, or null if this is its first. */
  final @Nullable Watch earlier;

  /**
   * The list that holds this entry, or null. Written under the list's monitor. The thread that ends
   * the operation reads it without the monitor; at worst it sees a list that the entry has left.
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
