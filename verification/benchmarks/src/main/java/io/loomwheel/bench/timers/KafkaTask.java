package io.loomwheel.bench.timers;

import org.apache.kafka.server.util.timer.TimerTask;

/** A task, and its timeout, as Kafka wants it: in whole milliseconds, which are rounded up. */
final class KafkaTask extends TimerTask {
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
