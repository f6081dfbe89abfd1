package io.loomwheel.rxjava;

import io.reactivex.rxjava3.disposables.Disposable;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * The objects that hold a Worker of another scheduler, so that a shutdown disposes of all. They are
 * held weakly.
 *
 * <p>Thread-safe by its monitor, held for one look-up, and never while other code is called.
 */
final class Borrowers {
  private final Set<Disposable> all = Collections.newSetFromMap(new WeakHashMap<>());
  private boolean closed;

  /** Adds one, or disposes of it after {@link #dispose}. */
  void add(Disposable borrower) {
    if (!isAdded(borrower)) {
      borrower.dispose();
    }
  }

  private synchronized boolean isAdded(Disposable borrower) {
    return !closed && all.add(borrower);
  }

  synchronized void remove(Disposable borrower) {
    all.remove(borrower);
  }

  /** Disposes of all that were added, and of all that are added later. */
  void dispose() {
    close().forEach(Disposable::dispose);
  }

  private synchronized List<Disposable> close() {
    closed = true;
    List<Disposable> left = List.copyOf(all);
    all.clear();
    return left;
  }
}
