package io.loomwheel.rxjava;

import io.reactivex.rxjava3.schedulers.SchedulerRunnableIntrospection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A task that returns the submitted {@code Runnable}. */
interface Wrapping extends SchedulerRunnableIntrospection {
  /** {@return the action of the task, or null after it is done or disposed of} */
  @Nullable Runnable action();

  /** {@return the submitted action, after the hook; an empty one after it is dropped} */
  @Override
  default Runnable getWrappedRunnable() {
    return Objects.requireNonNullElse(action(), () -> {});
  }
}
