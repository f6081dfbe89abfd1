package io.loomwheel.soak.load;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.time.Duration;

/** The timer itself. */
final class TimerDoor implements Door {
  private final WheelTimer timer;

  TimerDoor(WheelTimer timer) {
    this.timer = timer;
  }

  @Override
  public Ticket arm(Entry entry, Runnable body, long delayNanos) {
    entry.expectsTelling();
    return new Held(timer.newTimeout(new Task(entry, body), delayNanos, NANOSECONDS));
  }

  void stop(Duration wait) {
    for (Timeout timeout : timer.stop(wait)) {
      if (timeout.task() instanceof Task task) {
        task.entry().returned();
      }
    }
  }

  private record Task(Entry entry, Runnable body) implements TimerTask {
    @Override
    public void run(Timeout timeout) {
      body.run();
    }

    @Override
    public void cancelled(Timeout timeout) {
      entry.told();
    }
  }

  private record Held(Timeout timeout) implements Ticket {
    @Override
    public boolean cancel() {
      return timeout.cancel();
    }

    /** False: its cancel and the timer's stop say it all. */
    @Override
    public boolean isOver() {
      return false;
    }

    @Override
    public boolean reschedule(long delayNanos) {
      return timeout.reschedule(delayNanos, NANOSECONDS);
    }
  }
}
