package io.loomwheel.soak.submitter;

import io.loomwheel.WheelTimer;
import io.loomwheel.recipes.HeartbeatTask;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** Heartbeats, of which the first is the task; there is one a connection, which then closes. */
final class HeartbeatSubmitter implements Submitter {
  private final WheelTimer timer;

  HeartbeatSubmitter(Ground ground) {
    timer = ground.timer();
  }

  @Override
  public Ticket submit(Entry entry, Runnable body, long delayNanos) {
    AtomicReference<Runnable> first = new AtomicReference<>(body);
    return new Held(
        HeartbeatTask.start(
            timer, Duration.ofNanos(Math.max(1, delayNanos)), 1, new Channel(first)));
  }

  private record Channel(AtomicReference<Runnable> first) implements HeartbeatTask.Channel {
    @Override
    public void heartbeat() {
      Runnable body = first.getAndSet(null);
      if (body != null) {
        body.run();
      }
    }

    @Override
    public void lost(int unanswered) {
      // it was left without an answer, and is paused
    }
  }

  private record Held(HeartbeatTask task) implements Ticket {
    /** Proves nothing: a heartbeat may be on its way. */
    @Override
    public boolean cancel() {
      task.pause();
      task.resume();
      task.read();
      task.write();
      task.close();
      return false;
    }

    @Override
    public boolean isOver() {
      return task.isClosed();
    }
  }
}
