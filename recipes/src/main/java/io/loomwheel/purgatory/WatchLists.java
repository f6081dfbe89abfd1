package io.loomwheel.purgatory;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/**
 * The lists of a purgatory, one for each key under which something waits. Thread-safe; unrelated
 * keys share nothing but the hash table.
 *
 * @param <K> the type of the keys
 */
final class WatchLists<K> {
  private final ConcurrentMap<K, WatchList<K>> lists = new ConcurrentHashMap<>();

  /** Appends an entry to the list of its key, and makes the list if there is none. */
  void add(Watch watch, K key) {
    WatchList<K> list;
    do {
      list = lists.get(key);
      if (list == null) {
        list = lists.computeIfAbsent(key, it -> new WatchList<>(lists, it));
      }
    } while (!list.add(watch)); // a list retired meanwhile is no longer in the table
  }

  /** {@return the operations that wait under the key, in FIFO order} */
  DelayedOperation[] waitingUnder(K key) {
    WatchList<K> list = lists.get(Objects.requireNonNull(key, "key"));
    return list == null ? WatchList.NOBODY : list.waiting();
  }

  /** Calls the action with each waiting operation, once for each of its keys. */
  void forEachWaiting(Consumer<? super DelayedOperation> action) {
    for (WatchList<K> list : lists.values()) {
      for (DelayedOperation operation : list.waiting()) {
        action.accept(operation);
      }
    }
  }

  /** {@return the number of keys with a list} */
  int keys() {
    return lists.size();
  }

  /** {@return the number of entries in all lists} */
  int entries() {
    return sum(WatchList::size);
  }

  /** {@return the number of operations with an entry} */
  int operations() {
    return sum(WatchList::operations);
  }

  private int sum(ToIntFunction<WatchList<K>> of) {
    return lists.values().stream().mapToInt(of).sum();
  }
}
