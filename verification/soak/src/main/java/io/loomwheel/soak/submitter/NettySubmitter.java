package io.loomwheel.soak.submitter;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.netty.NettyWheelTimer;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import io.netty.util.Timeout;
import io.netty.util.TimerTask;
import org.jspecify.annotations.Nullable;

/** Netty's timer, as a view of the timer that all stand on. */
final class NettySubmitter implements Submitter {
  private final NettyWheelTimer timer;

  NettySubmitter(Ground ground) {
    timer = NettyWheelTimer.on(ground.timer());
    timer.start();
  }

  @Override
  public @Nullable Ticket submit(Entry entry, Runnable body, long delayNanos) {
    entry.expectsTelling();
    try {
      return new Held(timer.newTimeout(new Task(entry, body), delayNanos, NANOSECONDS));
    } catch (IllegalStateException stopped) {
      return null;
    }
  }

  @Override
  public void close(boolean now) {
    if (now) {
      for (Timeout timeout : timer.stop()) {
        ((Task) timeout.task()).entry.returned();
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
      entry.notified();
    }
  }

  /** Over without an end known only where the stop of the wheel has cancelled it. */
  private record Held(Timeout timeout) implements Ticket {
    @Override
    public boolean cancel() {
      return timeout.cancel();
    }

    @Override
    public boolean isOver() {
      return timeout.isCancelled();
    }
  }
}
