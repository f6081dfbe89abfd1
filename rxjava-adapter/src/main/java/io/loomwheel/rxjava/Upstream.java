package io.loomwheel.rxjava;

import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.exceptions.ProtocolViolationException;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * The upstream of a timeout: none at first, then the source, later the fallback. Downstream
 * disposes of it.
 *
 * <p>Thread-safe.
 */
class Upstream {
  private static final AtomicReferenceFieldUpdater<Upstream, @Nullable Disposable> CURRENT =
      AtomicReferenceFieldUpdater.newUpdater(Upstream.class, Disposable.class, "current");

  /** Stages without a disposable. */
  private enum Stage implements Disposable {
    /** The source was disposed of, and the fallback has not begun. */
    BETWEEN,
    /** The terminal state. */
    DISPOSED;

    @Override
    public void dispose() {}

    @Override
    public boolean isDisposed() {
      return this == DISPOSED;
    }
  }

  /** Null, the source's, BETWEEN, the fallback's, DISPOSED: forward only, by compare-and-set. */
  private volatile @Nullable Disposable current;

  /** Whether the source has begun. Used by the source only. */
  private boolean begun;

  /** Takes the source, or disposes of it if it is too late; {@return whether it was taken} */
  boolean begin(Disposable source) {
    if (CURRENT.compareAndSet(this, null, source)) {
      begun = true;
      return true;
    }
    source.dispose();
    if (begun) {
      RxJavaPlugins.onError(new ProtocolViolationException("a source must subscribe only once"));
    }
    begun = true;
    return false;
  }

  /** {@return whether there is neither the source nor the fallback any more} */
  final boolean isWithout() {
    return current instanceof Stage;
  }

  final boolean isDisposed() {
    return current == Stage.DISPOSED;
  }

  /** {@return whether this call disposed of it} */
  boolean dispose() {
    return end(CURRENT.getAndSet(this, Stage.DISPOSED));
  }

  /** Disposes of the source; {@return whether the fallback may come} */
  boolean cancelSource() {
    Disposable last;
    do {
      last = current;
      if (last == Stage.DISPOSED) {
        return false;
      }
    } while (!CURRENT.compareAndSet(this, last, Stage.BETWEEN));
    return end(last);
  }

  private static boolean end(@Nullable Disposable last) {
    if (last != null) {
      try {
        last.dispose();
      } catch (Throwable failure) { // downstream still gets the end
        RxJavaPlugins.onError(failure);
      }
    }
    return last != Stage.DISPOSED;
  }

  /** Takes the fallback, or disposes of it after a dispose; {@return whether it was taken} */
  final boolean replace(Disposable fallback) {
    if (CURRENT.compareAndSet(this, Stage.BETWEEN, fallback)) {
      return true;
    }
    fallback.dispose();
    return false;
  }
}
