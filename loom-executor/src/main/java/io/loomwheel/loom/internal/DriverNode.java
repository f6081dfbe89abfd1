package io.loomwheel.loom.internal;

import io.loomwheel.dispatch.Relay;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.concurrent.Executor;

/**
 * A node that the driver runs itself, because its step is short, runs no user code and must not
 * wait behind tasks. A step that throws, as without memory, is run again by a virtual thread.
 */
public abstract class DriverNode extends WheelNode {
  private static final Executor HERE = DriverNode::runHere;

  /** For subclasses. */
  protected DriverNode() {}

  private static void runHere(Runnable node) {
    try {
      node.run();
    } catch (Throwable noMemory) {
      Relay.perTask().execute(node);
    }
  }

  @Override
  public final Executor executor() {
    return HERE;
  }
}
