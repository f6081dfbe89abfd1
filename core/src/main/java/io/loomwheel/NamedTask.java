package io.loomwheel;

/**
 * A task, {@link TimerTask} or {@link Runnable}, that gives its kind a name for {@link
 * WheelTimer#census}. Without it the class is the name.
 */
@FunctionalInterface
public interface NamedTask {
  /**
   * {@return the name of this kind of task} Tasks of one kind return the same name, few in all:
   * {@code "session idle"}, not the number of the session. Called by the thread that takes a
   * census, with no lock held. If it throws or returns null, the class is the name.
   */
  String taskName();
}
