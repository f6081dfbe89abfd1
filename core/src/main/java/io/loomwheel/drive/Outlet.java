package io.loomwheel.drive;

import io.loomwheel.wheel.Expired;
import io.loomwheel.wheel.WheelNode;
import java.util.function.Consumer;

/** Where fired nodes go. Called on the thread that turns the wheels, with no lock held. */
public interface Outlet {
  /**
   * Takes a fired node.
   *
   * @param node to be run once; what goes wrong on the way to that is dealt with here, nothing is
   *     thrown
   */
  void accept(WheelNode node);

  /**
   * Takes all nodes that fired in one turn of a shard, as {@link #accept(WheelNode)} would.
   *
   * @param expired in the order in which they are to run; left empty
   * @param stranded gets those for which no thread can be had at present
   */
  default void acceptAll(Expired expired, Consumer<? super Runnable> stranded) {
    expired.drainTo(this::accept);
  }

  /**
   * Tries again to have a stranded node run, on a thread of its own.
   *
   * @param task as given to the consumer of {@link #acceptAll}
   * @return false if there is still no thread
   */
  default boolean retry(Runnable task) {
    throw new UnsupportedOperationException("nothing is ever stranded here");
  }

  /**
   * Told of an error in the turning itself, such as memory running out. The driver goes on.
   *
   * @param cause what was thrown
   */
  void turnFailed(Throwable cause);
}
