package io.loomwheel.soak.fault;

import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Threads that recurse until their stack is full, and arm, move and cancel on their way; what they
 * arm is in no ledger, but all that others arm on the same timer is.
 */
final class Overflows implements Fault {
  private static final TimerTask NOTHING = timeout -> {};
  private static final int THREADS = 24;
  private static final int STACK_BYTES = 192 << 10;
  private static final int PADDINGS = 13;
  private static final int WARM_UP = 20_000;

  private final LongAdder overflows = new LongAdder();

  Overflows() {
    WheelTimer timer = WheelTimer.create(); // what is first used on a full stack is never loaded
    for (int i = 0; i < WARM_UP; i++) {
      call(timer, i);
    }
    timer.stop();
  }

  @Override
  public boolean spoilsCounts() {
    return true;
  }

  @Override
  public void inWave(TestBed bed) throws InterruptedException {
    for (int i = 0; i < THREADS; i++) {
      int padding = i % PADDINGS;
      Thread thread =
          new Thread(
              null, () -> overflow(bed.timer(), padding), "soak-deep", STACK_BYTES + i * 1_792L);
      thread.setDaemon(true);
      thread.start();
      thread.join(TimeUnit.SECONDS.toMillis(5)); // one that hangs is found by the ledger
    }
  }

  private void overflow(WheelTimer timer, int padding) {
    try {
      deeper(timer, padding);
    } catch (StackOverflowError planned) {
      overflows.increment();
    }
  }

  private static int deeper(WheelTimer timer, int padding) {
    callSafely(timer, padding);
    if (padding == 0) {
      return deeper(timer, PADDINGS - 1) + 1;
    }
    return padding % 3 == 0
        ? wider(timer, padding - 1, padding, padding, padding)
        : deeper(timer, padding - 1) + 1;
  }

  /** As {@link #deeper}, with a larger frame, so that stacks end at different calls. */
  private static int wider(WheelTimer timer, int padding, long x, long y, long z) {
    long sum = x * y + z;
    callSafely(timer, padding);
    return deeper(timer, padding) + (int) (sum + x + y + z);
  }

  private static void callSafely(WheelTimer timer, int which) {
    try {
      call(timer, which);
    } catch (StackOverflowError | RejectedExecutionException planned) {
      // the next may fare better
    }
  }

  private static void call(WheelTimer timer, int which) {
    Timeout timeout = timer.newTimeout(NOTHING, 1, TimeUnit.HOURS);
    if (which % 2 == 0) {
      timeout.reschedule(30, TimeUnit.MINUTES);
    }
    timeout.cancel();
  }

  @Override
  public List<String> figures() {
    return List.of(overflows + " stacks overflowed");
  }
}
