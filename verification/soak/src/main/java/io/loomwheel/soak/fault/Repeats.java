package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Tasks at a fixed rate by all submitters: none may run before its period, overlap itself, or end
 * by itself. Half are cancelled, half are left to the stop of the timer.
 */
final class Repeats implements Fault {
  private static final int EACH = 10;
  private static final long WAVE_MILLIS = 100;

  private final LongAdder runs = new LongAdder();
  private final LongAdder early = new LongAdder();
  private final LongAdder overlapping = new LongAdder();
  private final LongAdder tasks = new LongAdder();

  @Override
  public void inWave(TestBed bed) throws InterruptedException {
    List<Runnable> cancels = new ArrayList<>();
    for (int i = 0; i < EACH * bed.submitters(); i++) {
      long period = TimeUnit.MICROSECONDS.toNanos(1000 + Chance.below(10_000));
      long steps = bed.clockSteps();
      PeriodicRun run = new PeriodicRun(bed, period);
      cancels.add(bed.repeat(i % bed.submitters(), run, period));
      run.excused = bed.clockSteps() != steps;
      tasks.increment();
    }
    TimeUnit.MILLISECONDS.sleep(WAVE_MILLIS);
    for (int i = 0; i < cancels.size(); i += 2) {
      cancels.get(i).run();
    }
  }

  @Override
  public List<String> figures() {
    return List.of(
        "%,d runs of %,d periodic tasks, %d early, %d overlapping"
            .formatted(runs.sum(), tasks.sum(), early.sum(), overlapping.sum()));
  }

  @Override
  public List<String> wrong() {
    return early.sum() + overlapping.sum() == 0 ? List.of() : figures();
  }

  /** One of them. Its fields are written by its runs, which must not overlap. */
  private final class PeriodicRun implements Runnable {
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
        overlapping.increment();
      }
      if (bed.highestTime() - begin < number.incrementAndGet() * periodNanos && !excused) {
        early.increment();
      }
      runs.increment();
      inside.set(false);
    }
  }
}
