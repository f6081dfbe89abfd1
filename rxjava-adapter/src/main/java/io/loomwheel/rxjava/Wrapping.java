package io.loomwheel.rxjava;

import io.reactivex.rxjava3.schedulers.SchedulerRunnableIntrospection;
import org.jspecify.annotations.Nullable;

/** A task that tells what was submitted. */
interface Wrapping extends SchedulerRunnableIntrospection {
  /** {@return what the task runs, or null once it is done or disposed} */
  @Nullable Runnable action();

  /** What was submitted, as the hook left it; something that does nothing once that is dropped. */
  @Override
  default Runnable getWrappedRunnable() {
    Runnable wrapped = action();
    return wrapped == null ? () -> {} : wrapped;
  }
}
