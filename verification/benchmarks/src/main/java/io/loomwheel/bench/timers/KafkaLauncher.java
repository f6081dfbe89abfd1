package io.loomwheel.bench.timers;

import java.util.concurrent.Executor;
import org.apache.kafka.server.util.timer.Timer;

/** Kafka's wheel, whose one thread for tasks hands each to an executor. */
record KafkaLauncher(Executor executor, Timer timer) implements Launcher {
  KafkaLauncher(Executor executor) {
    this(executor, KafkaTimer.timer());
  }

  @Override
  public void launch(RecordedTask shot, long delayNanos) {
    timer.add(new KafkaTask(() -> executor.execute(shot), delayNanos));
  }

  @Override
  public void close() {
    KafkaTimer.end(timer);
  }
}
