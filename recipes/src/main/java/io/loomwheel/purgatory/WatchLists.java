package io.loomwheel.purgatory;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The lists of a purgatory, one for each key under which something waits. Thread-safe; unrelated
 * keys share nothing but the hash table.
 *
 * @param <K> what operations wait under
 */
final class WatchLists<K> {
  private final ConcurrentMap<K, WatchList<K>> lists = new ConcurrentHashMap<>();

  /** Puts a place at the end of the list of its key, which is made if there is none. */
  void add(Watch place, K key) {
    WatchList<K> list;
    do {
      list = lists.get(key);
      if (list == null) {
        list = lists.computeIfAbsent(key, it -> new WatchList<>(lists, it));
      }
    } while (!list.add(place)); // it was retired meanwhile, which takes it out of the table
  }

  /** {@return who waits under the key, in order, nulls at the end} */
  @Nullable DelayedOperation[] waitingUnder(K key) {
    WatchList<K> list = lists.get(Objects.requireNonNull(key, "key"));
    return list == null ? WatchList.NOBODY : list.waiting();
  }

  /** Calls with all that wait, once for each of their keys. */
  void forEachWaiting(Consumer<? super DelayedOperation> action) {
    for (WatchList<K> list : lists.values()) {
      for (DelayedOperation operation : list.waiting()) {
        if (operation != null) {
          action.accept(operation);
        }
      }
    }
  }

  /** {@return how many keys have a list} */
  int keys() {
    return lists.size();
  }

  /** {@return how many places there are in all lists} */
  int places() {
    return sum(WatchList::size);
  }

  /** {@return how many operations have a place} */
  int operations() {
    return sum(WatchList::operations);
  }

  private int sum(ToIntFunction<WatchList<K>> of) {
    return lists.values().stream().mapToInt(of).sum();
  }
}
