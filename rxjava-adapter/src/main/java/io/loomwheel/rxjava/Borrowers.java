package io.loomwheel.rxjava;

import io.loomwheel.internal.drive.Callbacks;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The objects that hold a Worker of another scheduler, so that a shutdown disposes of all. They are
 * held weakly.
 *
 * <p>Thread-safe. Striped, so that threads seldom contend; each stripe has a monitor, held for one
 * look-up, and never while other code is called.
 */
final class Borrowers {
  private static final int STRIPES =
      Integer.highestOneBit(4 * Runtime.getRuntime().availableProcessors());

  /** Each guarded by itself. */
  private final List<Map<Disposable, Boolean>> stripes = new ArrayList<>(STRIPES);

  /** Set before the stripes are searched, read after one was added. */
  private volatile boolean closed;

  Borrowers() {
    for (int i = 0; i < STRIPES; i++) {
      stripes.add(new WeakHashMap<>());
    }
  }

  /** Adds one, or disposes of it after {@link #dispose}. */
  void add(Disposable borrower) {
    Map<Disposable, Boolean> stripe = stripeOf(borrower);
    synchronized (stripe) {
      stripe.put(borrower, true);
    }
    if (closed) {
      borrower.dispose();
    }
  }

  void remove(Disposable borrower) {
    Map<Disposable, Boolean> stripe = stripeOf(borrower);
    synchronized (stripe) {
      stripe.remove(borrower);
    }
  }

  private Map<Disposable, Boolean> stripeOf(Disposable borrower) {
    int hash = System.identityHashCode(borrower) * 0x9E3779B9;
    return stripes.get((hash >>> 16) & (STRIPES - 1));
  }

  /** Disposes of all that were added, and of all that are added later. */
  void dispose() {
    closed = true;
    List<Disposable> left = new ArrayList<>();
    for (Map<Disposable, Boolean> stripe : stripes) {
      synchronized (stripe) {
        left.addAll(stripe.keySet());
        stripe.clear();
      }
    }
    Callbacks.callEach(left, Disposable::dispose);
  }
}
