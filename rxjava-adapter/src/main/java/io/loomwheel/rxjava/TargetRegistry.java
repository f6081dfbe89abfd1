package io.loomwheel.rxjava;

import io.loomwheel.internal.drive.Callbacks;
import io.reactivex.rxjava3.disposables.Disposable;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The Workers that hold a Worker of another scheduler, so that a shutdown disposes of all. They are
 * held weakly; an unreachable one is removed when the next is added. Thread-safe.
 */
final class TargetRegistry {
  /** Added by the thread that makes a Worker; removed by one that disposes of it or adds one. */
  private final Set<Reference<Disposable>> all = ConcurrentHashMap.newKeySet();

  /** Unreachable ones. Filled by the garbage collector, emptied by threads that add one. */
  private final ReferenceQueue<Disposable> forgotten = new ReferenceQueue<>();

  /** Set before all are disposed of, read after one was added. */
  private volatile boolean disposed;

  /** Adds one, or disposes of it after {@link #dispose}. {@return what to remove} */
  Reference<Disposable> add(Disposable registrant) {
    Reference<Disposable> added = new WeakReference<>(registrant, forgotten);
    all.add(added);
    for (Reference<?> gone; (gone = forgotten.poll()) != null; ) {
      all.remove(gone);
    }
    if (disposed) {
      registrant.dispose();
    }
    return added;
  }

  void remove(Reference<Disposable> added) {
    all.remove(added);
  }

  /** Disposes of all that were added, and of all that are added later. */
  void dispose() {
    disposed = true;
    Callbacks.callEach(
        all,
        added -> {
          Disposable registrant = added.get();
          if (registrant != null) {
            registrant.dispose();
          }
        });
  }
}
