package io.loomwheel.loom;

import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.concurrent.Executor;

/**
 * A node that the driver runs itself, because its step is short, runs no user code and must not
 * wait behind tasks. A step that throws, as without memory, is run again by a virtual thread.
 */
abstract class DriverNode extends WheelNode {
  DriverNode() {
    primeFired(0); // so that it can be discarded before it is armed
  }

  @Override
  public final Executor executor() {
    return Dispatcher.HERE;
  }
}
