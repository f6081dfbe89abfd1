package io.loomwheel;

import io.loomwheel.dispatch.Dispatcher;
import io.loomwheel.drive.Outlet;
import io.loomwheel.wheel.Expired;
import io.loomwheel.wheel.WheelNode;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands nodes to their executors. Doesn't know the timer, so that the driver doesn't hold it.
 *
 * @param name of the timer
 * @param dispatcher runs the nodes that name no executor of their own
 */
record NodeOutlet(String name, Dispatcher dispatcher) implements Outlet {
  private static final Logger LOG = LoggerFactory.getLogger(WheelTimer.class);

  @Override
  public void accept(WheelNode node) {
    Executor own = node.executor();
    if (own == null) {
      dispatcher.dispatch(node);
    } else {
      dispatcher.dispatch(node, own);
    }
  }

  /** A relay gets its nodes together, after those of other executors; else order is kept. */
  @Override
  public void acceptAll(Expired expired) {
    if (!dispatcher.takesBatches()) {
      expired.drainTo(this::accept);
      return;
    }
    Batch batch = new Batch(expired.size());
    expired.drainTo(batch::add);
    if (batch.size > 0) {
      dispatcher.dispatchAll(batch.tasks, batch.size);
    }
  }

  @Override
  public void turnFailed(Throwable cause) {
    LOG.error("Turning the wheels of timer '{}' failed; going on", name, cause);
  }

  private final class Batch {
    final Runnable[] tasks;
    int size;

    Batch(int most) {
      tasks = new Runnable[most];
    }

    void add(WheelNode node) {
      Executor own = node.executor();
      if (own == null) {
        tasks[size++] = node;
      } else {
        dispatcher.dispatch(node, own);
      }
    }
  }
}
