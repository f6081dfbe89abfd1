package io.loomwheel.rxjava;

import io.loomwheel.schedulers.internal.TaskOwner.Library;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.Objects;

/** Handles the failures of tasks as RxJava does. */
enum RxLibrary implements Library {
  INSTANCE;

  /** {@return what the handler of {@code onSchedule} makes of a task} Refuses null, of either. */
  static Runnable hooked(Runnable run) {
    return Objects.requireNonNull(
        RxJavaPlugins.onSchedule(run), "the handler of onSchedule returned null");
  }

  @Override
  public boolean failed(Throwable cause, boolean periodic) {
    try {
      RxJavaPlugins.onError(cause);
    } catch (Throwable handlerFailed) {
      // ignored, as the JVM ignores an exception of an uncaught handler
    }
    return false;
  }
}
