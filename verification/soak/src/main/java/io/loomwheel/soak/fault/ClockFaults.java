package io.loomwheel.soak.fault;

import io.loomwheel.NanoClock;
import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What clocks do. */
final class ClockFaults {
  /** A clock that a wave moves ahead. */
  abstract static class ClockFault implements Fault {
    private final AtomicLong shift = new AtomicLong();

    @Override
    public final NanoClock clock(NanoClock under) {
      return () -> under.nanoTime() + shift.get();
    }

    void leap(long nanos) {
      shift.addAndGet(nanos);
    }
  }

  /** A clock that leaps ahead, by milliseconds or by days. */
  static final class Leaps extends ClockFault {
    @Override
    public void inWave(TestBed bed) throws InterruptedException {
      for (int i = 0; i < 5; i++) {
        TimeUnit.MILLISECONDS.sleep(10 + Chance.below(20));
        leap(
            Chance.oneIn(2)
                ? TimeUnit.MILLISECONDS.toNanos(Chance.below(500))
                : TimeUnit.HOURS.toNanos(1 + Chance.below(500)));
      }
    }
  }

  /**
   * As many due at once as after a process was stopped for a minute: the clock leaps over all. Half
   * of them are close together.
   */
  static final class Backlog extends ClockFault {
    private static final int TIMEOUTS = 400_000;

    @Override
    public void inWave(TestBed bed) {
      for (int i = 0; i < TIMEOUTS; i++) {
        long span = i % 2 == 0 ? TimeUnit.SECONDS.toNanos(1 + i % 20) : 0;
        bed.arm(0, TimeUnit.SECONDS.toNanos(2) + span + Chance.below(100_000_000));
      }
      leap(TimeUnit.MINUTES.toNanos(1));
    }
  }
}
