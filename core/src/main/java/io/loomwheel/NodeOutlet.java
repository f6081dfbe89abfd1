package io.loomwheel;

import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.internal.drive.Outlet;
import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands nodes to their executors. Has no reference to the timer, so the driver doesn't hold it.
 *
 * @param name of the timer
 * @param dispatcher runs the nodes that name no executor of their own
 */
record NodeOutlet(String name, Dispatcher dispatcher) implements Outlet {
  /** Made once, so that later calls use what {@link #prepare} has linked. */
  private static final ToIntFunction<Runnable> PREFETCH = NodeOutlet::prefetch;

  private static final Logger LOG = LoggerFactory.getLogger(WheelTimer.class);

  @Override
  public void accept(WheelNode node) {
    accept(node, Runnable::run);
  }

  @Override
  public boolean mayRunInline(WheelNode node) {
    return !dispatcher.isRelay(node.executor());
  }

  private void accept(WheelNode node, Consumer<? super Runnable> stranded) {
    dispatcher.dispatch(node, node.executor(), stranded);
  }

  /** Hands all nodes over at once if that is cheaper and no node names an executor of its own. */
  @Override
  public void acceptAll(ExpiredBuffer expired, Consumer<? super Runnable> stranded) {
    if (dispatcher.isRelay(null) && expired.isUnowned()) {
      int size = expired.size();
      dispatcher.dispatchAll(expired.takeAll(), size, PREFETCH, stranded);
    } else {
      expired.drainTo(node -> accept(node, stranded));
    }
  }

  private static int prefetch(Runnable task) {
    return task instanceof WheelNode node ? node.prefetch() : 0;
  }

  @Override
  public void prepare() {
    Objects.requireNonNull(RunnableTask.class); // loads the class that TimerTimeout.prefetch needs
    new Rehearsal().run();
    dispatcher.prepare(PREFETCH);
  }

  @Override
  public boolean retry(Runnable task) {
    return dispatcher.retry(task);
  }

  @Override
  public void refusing(long soFar, long most) {
    LOG.warn("Timer '{}' refuses timeouts, {} so far: maxPendingTimeouts is {}", name, soFar, most);
  }

  @Override
  public void turnFailed(Throwable cause) {
    LOG.error("Turning the wheels of timer '{}' failed; going on", name, cause);
  }

  /**
   * Does what the first node to run would have the JVM link, which takes memory. There may be none
   * by then, and a node that has been handed on can't be handed on again.
   */
  private static final class Rehearsal extends WheelNode {
    @Override
    public void run() {
      primeFired(0);
      claimRun();
    }
  }
}
