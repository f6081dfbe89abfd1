package io.loomwheel.soak.fault;

import io.loomwheel.NanoClock;
import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Planned;
import io.loomwheel.soak.load.TestBed;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * A clock that throws now and then where the timer's own thread reads it, as long as the load is
 * on: what a failure in the midst of a stop does is not asked.
 */
final class ClockFails implements Fault {
  private static final int ONE_IN = 200;

  private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final LongAdder failures = new LongAdder();
  private volatile boolean failing;

  @Override
  public String name() {
    return "clock-fails";
  }

  @Override
  public boolean refuses() {
    return true;
  }

  @Override
  public NanoClock clock(NanoClock under) {
    return () -> {
      if (failing
          && Thread.currentThread().getName().startsWith(TestBed.NAME)
          && Chance.oneIn(ONE_IN)) {
        failures.increment();
        throw new Failure();
      }
      return under.nanoTime();
    };
  }

  @Override
  public void inWave(TestBed bed) throws InterruptedException {
    failing = true;
    TimeUnit.NANOSECONDS.sleep(NANOS);
    failing = false;
  }

  /** Without a trace: the timer logs each. */
  private static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failure() {
      super(Planned.MARK + ", by the clock", null, false, false);
    }
  }

  @Override
  public List<String> figures() {
    return List.of(failures + " times failed");
  }
}
