package io.loomwheel.netty;

import static io.loomwheel.internal.TimerAccess.engineOf;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimeoutNode;
import io.netty.util.Timeout;
import io.netty.util.Timer;
import io.netty.util.TimerTask;
import java.util.Arrays;

/** The one object of a timeout of Netty's kind: handle, wheel entry and {@code Runnable}. */
final class NettyTimeout extends TimeoutNode implements Timeout {
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
  protected WheelTimer wheelTimer() {
    return timer.wheel;
  }

  @Override
  protected void runTask() throws Exception {
    task.run(this);
  }

  /** Called by the stop of the wheel too: there is no set in which it could return the timeout. */
  @Override
  public void onCancelled() {
    if (!TELLS) {
      return;
    }
    try {
      task.cancelled(this);
    } catch (Throwable t) {
      failed(t);
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
    long left = deadline - engineOf(timer.wheel).time.now();
    return "deadline: " + (left < 0 ? -left + " ns ago" : left + " ns later");
  }
}
