package io.loomwheel.reactor.virtual;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * The places of operators' timers in the virtual queue. Such a timer is put off many times: its
 * latest place counts, and the one before is given up. Thread-safe; giving a place up costs a walk
 * along the queue, as with a task of the stock scheduler.
 */
final class Places {
  private final VirtualTimeScheduler virtual;
  private final Consumer<Runnable> whenCalled;
  private final Map<Runnable, Disposable.Swap> latest = new ConcurrentHashMap<>();

  /** Makes an empty one, which passes on each timer whose place has come up. */
  Places(VirtualTimeScheduler virtual, Consumer<Runnable> whenCalled) {
    this.virtual = virtual;
    this.whenCalled = whenCalled;
  }

  boolean has(Runnable timer) {
    return latest.containsKey(timer);
  }

  /** Gives a timer a place after the delay, behind earlier submissions for the same time. */
  void take(Runnable timer, long delayNanos) {
    Disposable.Swap place = Disposables.swap();
    Disposable former = latest.put(timer, place);
    if (former != null) {
      former.dispose();
    }
    try {
      place.update(virtual.schedule(() -> called(timer, place), delayNanos, NANOSECONDS));
    } catch (RejectedExecutionException ended) {
      latest.remove(timer, place);
    }
  }

  private void called(Runnable timer, Disposable place) {
    if (latest.remove(timer, place)) {
      whenCalled.accept(timer);
    }
  }

  void giveUp(Runnable timer) {
    Disposable place = latest.remove(timer);
    if (place != null) {
      place.dispose();
    }
  }
}
