package io.loomwheel.contract;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What takes tasks: a scheduler, or one of its Workers. A null in place of a handle: refused. */
public interface Taker {
  @Nullable Handle schedule(Runnable task);

  @Nullable Handle schedule(Runnable task, long delay, TimeUnit unit);

  @Nullable Handle schedulePeriodically(
      Runnable task, long initialDelay, long period, TimeUnit unit);

  void dispose();

  boolean isDisposed();
}
