package io.loomwheel.bench.timers;

import io.netty.util.Timeout;
import io.netty.util.Timer;
import java.util.concurrent.TimeUnit;

/** Any timer of Netty's interface, as its clients use it. */
record NettyInterfaceTimer(Timer timer) implements BenchmarkTimer {
  @Override
  public Object arm(long delayNanos) {
    return timer.newTimeout(Task.NONE, delayNanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void cancel(Object handle) {
    ((Timeout) handle).cancel();
  }

  @Override
  public void close() {
    timer.stop();
  }
}
