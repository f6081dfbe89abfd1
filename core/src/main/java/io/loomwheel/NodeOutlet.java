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

  /** Hands all over at once where that is cheaper and nobody has to be asked for an executor. */
  @Override
  public void acceptAll(Expired expired) {
    if (dispatcher.takesBatches() && expired.isUnowned()) {
      int size = expired.size();
      dispatcher.dispatchAll(expired.takeAll(), size, NodeOutlet::touch);
    } else {
      expired.drainTo(this::accept);
    }
  }

  private static int touch(Runnable task) {
    return task instanceof WheelNode node ? node.touch() : 0;
  }

  @Override
  public void turnFailed(Throwable cause) {
    LOG.error("Turning the wheels of timer '{}' failed; going on", name, cause);
  }
}
