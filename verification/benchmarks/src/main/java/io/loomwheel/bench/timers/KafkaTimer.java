package io.loomwheel.bench.timers;

import org.apache.kafka.server.util.timer.SystemTimer;
import org.apache.kafka.server.util.timer.SystemTimerReaper;
import org.apache.kafka.server.util.timer.Timer;
import org.apache.kafka.server.util.timer.TimerTask;

/**
 * Kafka's hierarchical wheel as a broker makes it: ticks of 1 ms, 20 slots a level, a thread that
 * advances it and one that runs tasks. Its task is the handle, so it needs one for each timeout.
 */
final class KafkaTimer implements BenchmarkTimer {
  private final Task task;
  private final Timer timer = new SystemTimerReaper("bench-reaper", new SystemTimer("bench"));

  KafkaTimer(Task task) {
    this.task = task;
  }

  @Override
  public Object arm(long delayNanos) {
    KafkaTask armed = new KafkaTask(task, delayNanos);
    timer.add(armed);
    return armed;
  }

  @Override
  public void cancel(Object handle) {
    ((TimerTask) handle).cancel();
  }

  @Override
  public void close() {
    try {
      timer.close();
    } catch (Exception e) {
      throw new IllegalStateException("can't end Kafka's timer", e);
    }
  }

  /** A task, and its timeout, as Kafka wants it: in whole milliseconds, which are rounded up. */
  static final class KafkaTask extends TimerTask {
    private static final long MILLI_NANOS = 1_000_000;

    private final Runnable task;

    KafkaTask(Runnable task, long delayNanos) {
      super(Math.ceilDiv(delayNanos, MILLI_NANOS));
      this.task = task;
    }

    @Override
    public void run() {
      task.run();
    }
  }
}
