package io.loomwheel.bench.timers;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.timer.HashedWheelTimer;

/** Dubbo's hashed wheel, whose tasks hand each shot to an executor, because it has none. */
record DubboLauncher(Executor executor, HashedWheelTimer timer) implements Launcher {
  DubboLauncher(Executor executor) {
    this(executor, DubboTimer.timer());
  }

  @Override
  public void launch(RecordedTask shot, long delayNanos) {
    timer.newTimeout(timeout -> executor.execute(shot), delayNanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    timer.stop();
  }
}
