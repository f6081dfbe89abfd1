package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.function.Consumer;

/** Takes fired nodes. Called on the thread that turns the wheels, with no lock held. */
public interface Outlet {
  /** {@return the name of the timer whose nodes these are, for a flight recording} */
  default String name() {
    return "";
  }

  /** Called by the driver at each turn while the flight recorder is on. */
  default void recorded() {}

  /**
   * Takes a fired node.
   *
   * @param node to be run once; failures on the way are handled here, nothing is thrown
   */
  void accept(WheelNode node);

  /**
   * {@return whether {@link #accept} may run the node on the calling thread before it returns}
   *
   * @param node that is due at once
   */
  default boolean mayRunInline(WheelNode node) {
    return true;
  }

  /**
   * Takes all nodes that fired in one turn of a shard, as {@link #accept(WheelNode)} would.
   *
   * @param expired in the order in which they are to run; left empty
   * @param stranded gets the nodes for which no thread can be started at present
   */
  default void acceptAll(ExpiredBuffer expired, Consumer<? super Runnable> stranded) {
    expired.drainTo(this::accept);
  }

  /**
   * Tries again to run a stranded node, on a thread of its own.
   *
   * @param task as given to the consumer of {@link #acceptAll}
   * @return false if there is still no thread
   */
  default boolean retry(Runnable task) {
    throw new UnsupportedOperationException("nothing is ever stranded here");
  }

  /**
   * Called when the limit of pending nodes refuses some, at most once a minute.
   *
   * @param soFar how many were refused
   * @param most the limit
   */
  default void refusing(long soFar, long most) {}

  /**
   * Loads the classes that the first fired node needs, because that takes milliseconds. Called
   * once, by the driver, before it turns the wheels for the first time.
   */
  default void prepare() {}

  /**
   * Called after an error in turning the wheels, such as memory running out. The driver goes on.
   *
   * @param cause what was thrown
   */
  void turnFailed(Throwable cause);
}
