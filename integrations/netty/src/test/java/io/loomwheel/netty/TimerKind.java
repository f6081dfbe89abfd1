package io.loomwheel.netty;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.loomwheel.WheelTimer;
import io.netty.util.HashedWheelTimer;
import io.netty.util.Timer;
import java.util.concurrent.Executors;

/** Netty's own timer, which shows what its javadoc means, and each way to make one of ours. */
enum TimerKind {
  NETTY,
  OWN,
  VIEW,
  /** Tasks on the thread of the wheel, as in Netty. */
  VIEW_INLINE;

  private static final WheelTimer WHEEL = WheelTimer.create();
  private static final WheelTimer INLINE_WHEEL =
      WheelTimer.builder().taskExecutor(Runnable::run).build();

  /** {@return a timer of this kind, to be stopped} All views without a limit share two wheels. */
  Timer make() {
    return limitedTo(0);
  }

  /** {@return one that takes so many timeouts at once, or any number if that is 0} */
  Timer limitedTo(long most) {
    if (this == NETTY) {
      return new HashedWheelTimer(
          Executors.defaultThreadFactory(), 1, MILLISECONDS, 512, false, most);
    }
    if (most > 0) {
      return NettyWheelTimer.on(
          WheelTimer.builder().leakDetection(false).maxPendingTimeouts(most).build());
    }
    return this == OWN
        ? NettyWheelTimer.create()
        : NettyWheelTimer.on(this == VIEW ? WHEEL : INLINE_WHEEL);
  }

  long pending(Timer timer) {
    return this == NETTY
        ? ((HashedWheelTimer) timer).pendingTimeouts()
        : ((NettyWheelTimer) timer).pendingTimeouts();
  }

  void start(Timer timer) {
    if (this == NETTY) {
      ((HashedWheelTimer) timer).start();
    } else {
      ((NettyWheelTimer) timer).start();
    }
  }
}
