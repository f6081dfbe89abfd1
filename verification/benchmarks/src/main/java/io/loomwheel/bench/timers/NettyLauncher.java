package io.loomwheel.bench.timers;

import io.netty.util.HashedWheelTimer;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Netty's hashed wheel with a tick of 1 ms, 512 slots, no limit and no leak detection. */
final class NettyLauncher implements Launcher {
  private final HashedWheelTimer timer;

  NettyLauncher(Executor executor) {
    timer =
        new HashedWheelTimer(
            Executors.defaultThreadFactory(), 1, TimeUnit.MILLISECONDS, 512, false, -1, executor);
  }

  @Override
  public void launch(RecordedTask shot, long delayNanos) {
    timer.newTimeout(shot, delayNanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    timer.stop();
  }
}
