package io.loomwheel.purgatory;

import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operations that wait under one key, in FIFO order. It is in the map of lists while it has
 * entries. An emptied list is retired, a terminal state, and accepts no more; one that the map
 * doesn't find by its key, because the key has changed, stays there, empty and usable.
 *
 * <p>Guarded by its own monitor, in which no operation is called. Adding and removing are O(1).
 */
final class WatchList<K> {
  private static final Logger LOG = LoggerFactory.getLogger(Purgatory.class);
  static final DelayedOperation[] NOBODY = {};

  /** The entry of one operation in the list of one key. 32 bytes. */
  static final class Watch {
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

  private final ConcurrentMap<K, WatchList<K>> lists;
  private final K key;
  private @Nullable Watch first;
  private @Nullable Watch last;
  private int size;

  /** First entries of their operations, so that the sum over all lists counts operations. */
  private int operations;

  private boolean retired;

  WatchList(ConcurrentMap<K, WatchList<K>> lists, K key) {
    this.lists = lists;
    this.key = key;
  }

  /** Appends an entry. False if this is retired: the map has another list for the key, or none. */
  synchronized boolean add(Watch watch) {
    if (retired) {
      return false;
    }
    Watch end = last; // no call from here on, so an Error leaves all of this or nothing
    watch.before = end;
    if (end == null) {
      first = watch;
    } else {
      end.after = watch;
    }
    last = watch;
    size++;
    operations += watch.earlier == null ? 1 : 0;
    watch.list = this;
    return true;
  }

  /** Removes an entry, unless that was done. */
  void remove(Watch watch) {
    Throwable why = unlink(watch);
    if (why != null) { // with no lock held: the log may block
      LOG.error("A key changed, or failed in equals or hashCode, while it was in a purgatory", why);
    }
  }

  /** {@return why an emptied list stays in the map; null if all is well} */
  private synchronized @Nullable Throwable unlink(Watch watch) {
    if (watch.list != this) {
      return null;
    }
    // first: if an Error keeps it from that, the entry stays, and is removed again
    Throwable why = size == 1 ? retire() : null;
    Watch before = watch.before; // no call from here on
    Watch after = watch.after;
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
    watch.before = null; // no chain of garbage in which old entries retain young ones
    watch.after = null;
    watch.list = null;
    size--;
    operations -= watch.earlier == null ? 1 : 0;
    return why;
  }

  private @Nullable Throwable retire() {
    boolean again = retired;
    retired = true; // first: an Error may come after the map has let go
    try {
      retired = lists.remove(key, this) || again;
      return retired ? null : new IllegalStateException("the map has no such key");
    } catch (VirtualMachineError unfinished) {
      throw unfinished;
    } catch (Throwable thrown) { // the operation goes on
      return thrown;
    }
  }

  /** {@return the waiting operations in FIFO order} O(size). */
  synchronized DelayedOperation[] waiting() {
    DelayedOperation[] waiting = new DelayedOperation[size];
    int count = 0;
    for (Watch watch = first; watch != null; watch = watch.after) {
      waiting[count++] = watch.operation;
    }
    return waiting;
  }

  synchronized int size() {
    return size;
  }

  synchronized int operations() {
    return operations;
  }
}
