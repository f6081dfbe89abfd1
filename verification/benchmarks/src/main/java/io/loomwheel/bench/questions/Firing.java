package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.Kind;
import io.loomwheel.bench.timers.Task;
import io.loomwheel.bench.timers.Timers;
import io.loomwheel.charts.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Timeouts fire at random moments of a span, armed in bulk by one thread before the first is due: a
 * steady pace of arming would need a thread that waits between two arms, and charge the wait to the
 * timer. Each round has a timer of its own, because some that were used once never rest. A round
 * ends when all have run.
 */
final class Firing {
  private static final long MILLI_NANOS = 1_000_000;
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long LIMIT_NANOS = 60 * SECOND_NANOS;
  private static final long POLL_NANOS = 500_000;
  private static final int BLOCK_MILLIS = 20;

  /** From when all are armed to the first moment at which one of a few may fire. */
  private static final long TRICKLE_LEAD_NANOS = 200 * MILLI_NANOS;

  /** The highest first: at the lowest, what is compiled would cost more than what is run. */
  private static final List<Integer> RATES = List.of(10_000, 1_000, 100);

  /** One, two and four for each of two processors. */
  private static final List<Integer> LOOPS = List.of(2, 4, 8);

  /** {@return over a second, and their tasks block or don't} */
  static List<Contest> spread(Sizes sizes) {
    List<Kind> virtual = Timers.onVirtualThreads();
    return List.of(
        spread(sizes, 0, "nothing blocks", virtual),
        spread(sizes, 5, "20 % block " + BLOCK_MILLIS + " ms", virtual),
        spread(sizes, 1, "all block " + BLOCK_MILLIS + " ms", virtual),
        spread(sizes, 0, "on the timer's thread", Timers.onTheTimersThread()));
  }

  private static Contest spread(Sizes sizes, int blocks, String what, List<Kind> kinds) {
    return salvos("fire", new Load(sizes.timers(), SECOND_NANOS, blocks), kinds)
        .in("%,d over 1 s, %s", sizes.timers(), what);
  }

  /** {@return all in the same millisecond; how long until all are done?} */
  static List<Contest> burst(Sizes sizes) {
    Load load = new Load(sizes.timers(), MILLI_NANOS, 0);
    return List.of(
        salvos("burst", load, Timers.onVirtualThreads())
            .in("%,d in one millisecond, on virtual threads", sizes.timers()),
        salvos("burst", load, Timers.onTheTimersThread())
            .in("%,d in one millisecond, on the timer's thread", sizes.timers()));
  }

  private static Contest salvos(String question, Load load, List<Kind> kinds) {
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(new Entrant("floor", Role.FLOOR, () -> length -> inPlace(load, length)));
    kinds.forEach(kind -> entrants.add(kind.entrant(() -> length -> salvo(kind, load))));
    return new Contest(question, "", "arm + fire", entrants);
  }

  /**
   * {@return a few each second, so that a timer's thread has to wake for nearly each of them; on a
   * quiet machine, and where processes that never pause want its processors} The floor is the
   * process without a timer, which has some threads of its own.
   */
  static List<Contest> trickle(Sizes sizes) {
    List<Contest> contests = new ArrayList<>();
    RATES.forEach(rate -> contests.add(trickle(rate)));
    LOOPS.forEach(loops -> contests.add(BesideLoops.beside(loops, trickle(1_000))));
    return contests;
  }

  private static Contest trickle(int rate) {
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(
        new Entrant(
            "no timer", Role.FLOOR, Threads.counted(() -> length -> untimed(rate, length))));
    Timers.onVirtualThreads()
        .forEach(kind -> entrants.add(kind.entrant(Threads.counted(() -> few(kind, rate)))));
    return new Contest("trickle", "", "fire", entrants)
        .in("%,d a second, on virtual threads", rate);
  }

  /**
   * What is to fire.
   *
   * @param spanNanos over which they are spread
   * @param blocks every how many-th blocks; none if 0
   */
  private record Load(int timers, long spanNanos, int blocks) {
    RecordedTask[] tasks() {
      RecordedTask[] tasks = new RecordedTask[timers];
      Arrays.setAll(tasks, i -> new RecordedTask(blocks > 0 && i % blocks == 0 ? BLOCK_MILLIS : 0));
      return tasks;
    }
  }

  /**
   * What the tasks themselves cost: as many salvos as the time allows, because one is too short to
   * be measured, each task run in place; none blocks.
   */
  private static Round inPlace(Load load, long lengthNanos) {
    RecordedTask[] tasks = new Load(load.timers, load.spanNanos, 0).tasks();
    return Meter.loop(
        lengthNanos,
        () -> {
          for (RecordedTask task : tasks) {
            task.run();
          }
          return tasks.length;
        });
  }

  /** All from the first arm on, with a second before the first is due; not of that length. */
  private static Round salvo(Kind kind, Load load) {
    RecordedTask[] tasks = load.tasks();
    long[] offsets = new SplittableRandom(1).longs(load.timers, 0, load.spanNanos).toArray();
    try (BenchmarkTimer timer = kind.make().get()) {
      Meter meter = Meter.start();
      long from = meter.startNanos() + SECOND_NANOS;
      arm(timer, tasks, from, offsets);
      awaitAll(tasks, from + load.spanNanos);
      return observed(meter.stop(tasks.length, 1), tasks, from);
    }
  }

  /** So many a second; neither the timer's making nor the arms are measured. */
  private static Contestant few(Kind kind, int rate) {
    SplittableRandom random = new SplittableRandom(1);
    return lengthNanos -> {
      RecordedTask[] tasks = new Load(count(rate, lengthNanos), lengthNanos, 0).tasks();
      long[] offsets = random.longs(tasks.length, 0, lengthNanos).toArray();
      try (BenchmarkTimer timer = kind.make().get()) {
        long from = System.nanoTime() + TRICKLE_LEAD_NANOS;
        arm(timer, tasks, from, offsets);
        long before = Threads.cpuNanos();
        awaitAll(tasks, from + lengthNanos);
        return observed(round(tasks.length, lengthNanos, before), tasks, from);
      }
    };
  }

  /** Only waits, and counts as many operations as the others. */
  private static Round untimed(int rate, long lengthNanos) throws Exception {
    long before = Threads.cpuNanos();
    sleepUntil(System.nanoTime() + TRICKLE_LEAD_NANOS + lengthNanos);
    return round(count(rate, lengthNanos), lengthNanos, before);
  }

  private static Round round(int ops, long lengthNanos, long cpuBefore) throws IOException {
    return Round.of(ops, 1, lengthNanos, Threads.cpuNanos() - cpuBefore);
  }

  private static int count(int rate, long lengthNanos) {
    return (int) Math.max(1, Math.round((double) rate * lengthNanos / SECOND_NANOS));
  }

  private static void arm(BenchmarkTimer timer, RecordedTask[] tasks, long from, long[] offsets) {
    for (int i = 0; i < tasks.length; i++) {
      long due = from + offsets[i];
      tasks[i].dueNanos = due;
      timer.arm(tasks[i], due - System.nanoTime());
    }
  }

  /** Waits for a moment, and until all have run. */
  private static void awaitAll(RecordedTask[] tasks, long nanos) {
    sleepUntil(nanos);
    for (RecordedTask task : tasks) {
      while (!task.done) {
        if (System.nanoTime() - nanos > LIMIT_NANOS) {
          throw new IllegalStateException("a timeout never ran");
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }

  private static void sleepUntil(long nanos) {
    for (long left; (left = nanos - System.nanoTime()) > 0; ) {
      LockSupport.parkNanos(left);
    }
  }

  /** {@return the round, with how late the tasks ran, which have all run, and none early} */
  private static Round observed(Round round, RecordedTask[] tasks, long from) {
    Histogram late = new Histogram(3);
    long last = from;
    for (RecordedTask task : tasks) {
      if (task.lateNanos < 0) {
        throw new IllegalStateException("early by " + -task.lateNanos + " ns");
      }
      late.recordValue(task.lateNanos);
      last = Math.max(last, task.doneNanos);
    }
    return round
        .late(late)
        .with("late p50 ms", millis(late.getValueAtPercentile(50)))
        .with("p99 ms", millis(late.getValueAtPercentile(99)))
        .with("all done ms", millis(last - from));
  }

  private static double millis(long nanos) {
    return (double) nanos / MILLI_NANOS;
  }

  /**
   * A task that notes when it ran. Set by the thread that arms, run by any thread, once; read when
   * it is done.
   */
  private static final class RecordedTask extends Task {
    private final long blockMillis;
    private long dueNanos;
    private long lateNanos;
    private long doneNanos;

    /** Written last by the thread that runs; read by the one that waits for all. */
    private volatile boolean done;

    RecordedTask(long blockMillis) {
      this.blockMillis = blockMillis;
    }

    @Override
    public void run() {
      lateNanos = System.nanoTime() - dueNanos;
      if (blockMillis > 0) {
        try {
          TimeUnit.MILLISECONDS.sleep(blockMillis);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      doneNanos = System.nanoTime();
      done = true;
    }
  }
}
