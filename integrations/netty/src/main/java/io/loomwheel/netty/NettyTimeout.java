package io.loomwheel.netty;

import io.loomwheel.internal.dispatch.Droppable;
import io.loomwheel.internal.wheel.WheelNode;
import io.netty.util.Timeout;
import io.netty.util.Timer;
import io.netty.util.TimerTask;
import java.util.Arrays;

/** The one object of a timeout of Netty's kind: handle, wheel entry and {@code Runnable}. */
final class NettyTimeout extends WheelNode implements Timeout, Droppable {
  /** Netty 4.1 has no {@code TimerTask.cancelled}. */
  private static final boolean TELLS =
      Arrays.stream(TimerTask.class.getMethods())
          .anyMatch(method -> method.getName().equals("cancelled"));

  private final NettyWheelTimer timer;
  private final TimerTask task;

  NettyTimeout(NettyWheelTimer timer, TimerTask task) {
    this.timer = timer;
    this.task = task;
  }

  @Override
  public Timer timer() {
    return timer;
  }

  @Override
  public Object kind() {
    return task;
  }

  @Override
  public TimerTask task() {
    return task;
  }

  @Override
  public boolean isExpired() {
    return isFired();
  }

  @Override
  public boolean cancel() {
    return timer.cancel(this);
  }

  @Override
  public void run() {
    if (!claimRun()) {
      return; // an executor that throws after it has taken a task must not make it run twice
    }
    try {
      task.run(this);
    } catch (Throwable t) {
      timer.failed(this, t);
    }
  }

  /** The stop of the wheel tells it too: there is no set in which it could return the timeout. */
  @Override
  public void onCancelled() {
    if (!TELLS) {
      return;
    }
    try {
      task.cancelled(this);
    } catch (Throwable t) {
      timer.failed(this, t);
    }
  }

  @Override
  public void onDropped() {
    if (retire()) {
      onCancelled();
    }
  }

  @Override
  public String toString() {
    return "NettyTimeout(" + state() + ", task: " + task + ")";
  }

  private String state() {
    long deadline = armedDeadlineNanos();
    if (deadline < 0) {
      return isCancelled() ? "cancelled" : "expired";
    }
    long left = deadline - timer.now();
    return "deadline: " + (left < 0 ? -left + " ns ago" : left + " ns later");
  }
}
