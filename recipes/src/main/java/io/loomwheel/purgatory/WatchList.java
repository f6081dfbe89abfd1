package io.loomwheel.purgatory;

import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operations that wait under one key, first come first. Lies in the map of lists from its first
 * place to its last; an emptied one is retired and takes no more.
 *
 * <p>Guarded by its own monitor, in which no operation is called. Adding and removing are O(1).
 *
 * @param <K> what operations wait under
 */
final class WatchList<K> {
  private static final Logger LOG = LoggerFactory.getLogger(Purgatory.class);
  static final @Nullable DelayedOperation[] NOBODY = {};

  private final ConcurrentMap<K, WatchList<K>> lists;
  private final K key;
  private @Nullable Watch first;
  private @Nullable Watch last;
  private int size;

  /** Places that are the first of their operations, so that the sum over the lists counts those. */
  private int operations;

  private boolean retired;

  WatchList(ConcurrentMap<K, WatchList<K>> lists, K key) {
    this.lists = lists;
    this.key = key;
  }

  /** False if this is retired, and the map has another list for the key, or none. */
  synchronized boolean add(Watch place) {
    if (retired) {
      return false;
    }
    Watch end = last;
    place.before = end;
    if (end == null) {
      first = place;
    } else {
      end.after = place;
    }
    last = place;
    size++;
    operations += countOf(place);
    place.list = this;
    return true;
  }

  synchronized void remove(Watch place) {
    if (place.list == this) { // not if it was left behind and dropped since
      unlink(place);
      retireIfEmpty();
    }
  }

  private void unlink(Watch place) {
    Watch before = place.before;
    Watch after = place.after;
    if (before == null) {
      first = after;
    } else {
      before.after = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.before = before;
    }
    place.before = null; // no chain of garbage, in which the old would keep the young
    place.after = null;
    place.operation = null;
    place.list = null;
    size--;
    operations -= countOf(place);
  }

  private static int countOf(Watch place) {
    return place.earlier == null ? 1 : 0;
  }

  private void retireIfEmpty() {
    if (size == 0) {
      try {
        lists.remove(key, this);
        retired = true;
      } catch (Throwable thrown) { // the list stays, empty and in use; the operation goes on
        LOG.error("A key failed in equals or hashCode after it was put into a purgatory", thrown);
      }
    }
  }

  /** {@return who waits, in order, nulls at the end} Drops what has ended on the way. O(size). */
  synchronized @Nullable DelayedOperation[] waiting() {
    if (size == 0) {
      return NOBODY;
    }
    @Nullable DelayedOperation[] waiting = new DelayedOperation[size];
    int count = 0;
    for (Watch place = first; place != null; ) {
      Watch after = place.after;
      DelayedOperation operation = place.operation;
      if (operation == null) {
        unlink(place);
      } else {
        waiting[count++] = operation;
      }
      place = after;
    }
    retireIfEmpty();
    return waiting;
  }

  synchronized int size() {
    return size;
  }

  synchronized int operations() {
    return operations;
  }
}
