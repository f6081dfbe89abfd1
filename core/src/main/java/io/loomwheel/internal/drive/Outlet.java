package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.WheelNode;
import org.jspecify.annotations.Nullable;

/** Takes fired nodes, with no lock held, from a thread that turns or arms without delay. */
public interface Outlet {
  /** {@return the beginning of a turn, or null if the flight recorder was never started} */
  default @Nullable Recording recording() {
    return null;
  }

  /** Takes a fired node, to be run once. Throws nothing while the thread has stack. */
  void accept(WheelNode node);

  /** {@return whether {@link #accept} may run a node on the calling thread before it returns} */
  default boolean mayRunInline(WheelNode node) {
    return true;
  }

  /**
   * Takes all nodes that fired in one turn, in order, as {@link #accept(WheelNode)} would. What is
   * left in the buffer, because no thread can be started at present, is to be handed on again.
   */
  default void acceptAll(ExpiredBuffer expired) {
    expired.drainTo(
        node -> {
          accept(node);
          return true;
        });
  }

  /** Called when the limit of pending nodes refuses some, at most once a minute. */
  default void refusing(long soFar, long most) {}

  /** Loads the classes that the first fired node needs. Called once, by the driver, at first. */
  default void prepare() {}

  /** Called after an error in turning the wheels, such as memory running out. Throws nothing. */
  void turnFailed(Throwable cause);
}
