package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Planned;
import io.loomwheel.soak.load.TestBed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tasks at a fixed rate by all submitters: none may run before its period, or overlap itself. Half
 * are cancelled, half are left to the stop of the timer.
 */
final class Repeats implements Fault {
  private static final int EACH = 10;
  private static final long WAVE_MILLIS = 100;

  @Override
  public void inWave(TestBed bed) throws InterruptedException {
    List<Runnable> cancels = new ArrayList<>();
    for (int i = 0; i < EACH * bed.submitters(); i++) {
      long period = TimeUnit.MICROSECONDS.toNanos(1000 + Chance.below(10_000));
      long steps = bed.clockSteps();
      PeriodicRun run = new PeriodicRun(bed, period);
      cancels.add(bed.repeat(i % bed.submitters(), run, period));
      run.excused = bed.clockSteps() != steps;
    }
    TimeUnit.MILLISECONDS.sleep(WAVE_MILLIS);
    for (int i = 0; i < cancels.size(); i += 2) {
      cancels.get(i).run();
    }
  }

  /** One of them. Its fields are written by its runs, which must not overlap. */
  private static final class PeriodicRun implements Runnable {
    private final TestBed bed;
    private final long periodNanos;
    private final long begin;
    private final AtomicLong number = new AtomicLong();
    private final AtomicBoolean inside = new AtomicBoolean();

    /** Whether the clock stepped back meanwhile; written once, by who arms. */
    private volatile boolean excused;

    PeriodicRun(TestBed bed, long periodNanos) {
      this.bed = bed;
      this.periodNanos = periodNanos;
      this.begin = bed.now();
    }

    @Override
    public void run() {
      if (!inside.compareAndSet(false, true)) {
        Planned.found("a periodic task overlaps itself");
      }
      if (bed.highestTime() - begin < number.incrementAndGet() * periodNanos && !excused) {
        Planned.found("a period is early");
      }
      inside.set(false);
    }
  }
}
