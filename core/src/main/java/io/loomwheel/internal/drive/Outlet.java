package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.function.Consumer;

/** Where fired nodes go. Called on the thread that turns the wheels, with no lock held. */
public interface Outlet {
  /** {@return the name of the timer whose nodes these are, for a flight recording} */
  default String name() {
    return "";
  }

  /**
   * Takes a fired node.
   *
   * @param node to be run once; what goes wrong on the way to that is dealt with here, nothing is
   *     thrown
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
   * @param stranded gets those for which no thread can be had at present
   */
  default void acceptAll(ExpiredBuffer expired, Consumer<? super Runnable> stranded) {
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
   * Told that the limit of pending nodes refuses some, at most once a minute.
   *
   * @param soFar how many were refused
   * @param most the limit
   */
  default void refusing(long soFar, long most) {}

  /**
   * Loads what the first fired node will need, because that takes milliseconds. Called once, by the
   * driver, before it turns the wheels for the first time.
   */
  default void prepare() {}

  /**
   * Told of an error in the turning itself, such as memory running out. The driver goes on.
   *
   * @param cause what was thrown
   */
  void turnFailed(Throwable cause);
}
