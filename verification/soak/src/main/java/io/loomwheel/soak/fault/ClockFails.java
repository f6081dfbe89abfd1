package io.loomwheel.soak.fault;

import io.loomwheel.NanoClock;
import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Planned;
import io.loomwheel.soak.load.TestBed;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** A clock that throws now and then where the timer's own thread reads it. */
final class ClockFails implements Fault {
  private static final int ONE_IN = 200;

  private final LongAdder failures = new LongAdder();

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
      if (Thread.currentThread().getName().startsWith(TestBed.NAME) && Chance.oneIn(ONE_IN)) {
        failures.increment();
        throw new Failure();
      }
      return under.nanoTime();
    };
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
