package io.loomwheel.soak.fault;

import io.loomwheel.NanoClock;
import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Planned;
import io.loomwheel.soak.load.TestBed;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What clocks do. */
final class ClockFaults {
  /** A clock that a wave holds or moves. */
  abstract static class ClockFault implements Fault {
    private volatile @Nullable WildClock clock;

    /** As {@link #inWave(TestBed)}, with the timer's clock. */
    abstract void inWave(TestBed bed, WildClock clock) throws InterruptedException;

    @Override
    public final NanoClock clock(NanoClock under) {
      WildClock made = new WildClock(under);
      clock = made;
      return made;
    }

    @Override
    public final void inWave(TestBed bed) throws InterruptedException {
      WildClock made = clock;
      if (made != null) {
        inWave(bed, made);
      }
    }
  }

  /** A clock that leaps ahead, by milliseconds or by days. */
  static final class Leaps extends ClockFault {
    private final LongAdder times = new LongAdder();

    @Override
    void inWave(TestBed bed, WildClock clock) throws InterruptedException {
      for (int i = 0; i < 5; i++) {
        TimeUnit.MILLISECONDS.sleep(10 + Chance.below(20));
        clock.move(
            Chance.oneIn(2)
                ? TimeUnit.MILLISECONDS.toNanos(Chance.below(500))
                : TimeUnit.HOURS.toNanos(1 + Chance.below(500)));
        times.increment();
      }
    }

    @Override
    public List<String> figures() {
      return List.of(times + " leaps");
    }
  }

  /** A clock that steps back by up to 50 ms, several times a wave. */
  static final class StepsBack extends ClockFault {
    private final AtomicLong steps = new AtomicLong();

    @Override
    public long clockSteps() {
      return steps.get();
    }

    @Override
    void inWave(TestBed bed, WildClock clock) throws InterruptedException {
      for (int i = 0; i < 5; i++) {
        TimeUnit.MILLISECONDS.sleep(10 + Chance.below(20));
        steps.incrementAndGet();
        clock.move(-TimeUnit.MICROSECONDS.toNanos(1 + Chance.below(50_000)));
        steps.incrementAndGet();
      }
    }

    @Override
    public List<String> figures() {
      return List.of(steps.get() / 2 + " steps back");
    }
  }

  /** As many due at once as after a process stood still for a minute: the clock leaps over all. */
  static final class Backlog extends ClockFault {
    private static final int TIMEOUTS = 400_000;
    private static final int SPAN_NANOS = 1_000_000_000;
    private static final int SPANS = 20;

    private final LongAdder leapt = new LongAdder();

    @Override
    void inWave(TestBed bed, WildClock clock) {
      for (int i = 0; i < TIMEOUTS; i++) {
        bed.arm(0, (1L + i % SPANS) * SPAN_NANOS + Chance.below(SPAN_NANOS));
      }
      clock.move(TimeUnit.MINUTES.toNanos(1));
      leapt.add(TIMEOUTS);
    }

    @Override
    public List<String> figures() {
      return List.of("%,d due in one leap".formatted(leapt.sum()));
    }
  }

  /**
   * A clock that throws now and then where the timer's own thread reads it, as long as the load is
   * on: what a failure in the midst of a stop does is not asked.
   */
  static final class ClockFails implements Fault {
    private static final int ONE_IN = 200;

    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final LongAdder failures = new LongAdder();
    private volatile boolean failing;

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
}
