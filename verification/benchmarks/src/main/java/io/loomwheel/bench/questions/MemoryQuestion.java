package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.TimerContestants;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * What a pending timeout takes on the heap, and a timer that has nothing to do. The task, shared by
 * all, and the user's reference to a timeout aren't counted.
 */
final class MemoryQuestion implements Question {
  /** So many are also counted object by object; of more that takes too long. */
  private static final int COUNTED = 100_000;

  /** More are armed on Loomwheel alone. */
  private static final int MOST_OF_PEERS = 1_000_000;

  @Override
  public List<Contest> contests(Sizes sizes) {
    List<Contest> contests = new ArrayList<>();
    contests.add(idle());
    TreeSet<Integer> numbers = new TreeSet<>(sizes.pending());
    numbers.add(COUNTED);
    numbers.forEach(number -> contests.add(pending(number)));
    return contests;
  }

  private static Contest idle() {
    List<Entrant> entrants = new ArrayList<>();
    kinds().forEach(kind -> entrants.add(IdleWeight.entrant(kind)));
    String setting = "timers that have armed and cancelled one timeout each";
    return new Contest("memory", setting, "make a timer", false, entrants);
  }

  private static Contest pending(int number) {
    List<Entrant> entrants = new ArrayList<>();
    kinds().stream()
        .filter(kind -> kind.role() == Role.SUBJECT || number <= MOST_OF_PEERS)
        .forEach(kind -> entrants.add(PendingWeight.entrant(kind, number, number <= COUNTED)));
    String setting = String.format(Locale.ROOT, "%,d armed, none due for an hour", number);
    return new Contest("memory", setting, "arm", false, entrants);
  }

  /** {@return our wheels, then the peers} */
  private static List<TimerContestants.Kind> kinds() {
    List<TimerContestants.Kind> kinds = new ArrayList<>(List.of(TimerContestants.LOOMWHEEL));
    TimerContestants.wheels().stream()
        .filter(kind -> kind.role() == Role.SUBJECT)
        .map(
            kind -> new TimerContestants.Kind("Loomwheel " + kind.name(), kind.role(), kind.make()))
        .forEach(kinds::add);
    TimerContestants.timers().stream().filter(kind -> kind.role() == Role.PEER).forEach(kinds::add);
    return kinds;
  }

  /**
   * Makes some timers and weighs them. Each has armed a timeout and cancelled it, for many make
   * their wheels and threads only then. The threads' stacks aren't on the heap. Nothing is timed.
   */
  record IdleWeight(TimerContestants.Kind kind) implements Contestant {
    /** Few enough that no library warns of too many. */
    private static final int TIMERS = 20;

    static Entrant entrant(TimerContestants.Kind kind) {
      return new Entrant(
          kind.name(),
          kind.role(),
          () -> {
            kind.make().get().close(); // says now if it can't run
            return new IdleWeight(kind);
          });
    }

    @Override
    public Round round(long lengthNanos) throws Exception {
      BenchmarkTimer[] timers = new BenchmarkTimer[TIMERS];
      Object[] roots = {timers, Thread.currentThread()};
      long without = Heap.liveBytes();
      long withoutReachable = Heap.reachableBytes(roots);
      try {
        for (int i = 0; i < TIMERS; i++) {
          timers[i] = kind.make().get();
          timers[i].cancel(timers[i].arm(TimeUnit.HOURS.toNanos(1)));
        }
        double bytes = (double) (Heap.liveBytes() - without) / TIMERS;
        // All that one reaches by its thread's class loaders was reached before by this thread's.
        double reachable = (double) (Heap.reachableBytes(roots) - withoutReachable) / TIMERS;
        return Round.of(TIMERS, 1, 0, 0)
            .with(
                List.of(
                    new Extra("bytes an idle timer (heap)", bytes, Fold.MEDIAN),
                    new Extra("bytes an idle timer (JOL)", reachable, Fold.MEDIAN)));
      } finally {
        for (BenchmarkTimer timer : timers) {
          if (timer != null) {
            timer.close();
          }
        }
      }
    }

    @Override
    public void close() {}
  }

  /** Makes a timer, weighs it, fills it, and weighs it again. Nothing is timed. */
  record PendingWeight(TimerContestants.Kind kind, int count, boolean counted)
      implements Contestant {
    /** An object each. Where fewer are reached, all hang on a thread's stack. */
    private static final long LEAST_BYTES = 8;

    static Entrant entrant(TimerContestants.Kind kind, int count, boolean counted) {
      return new Entrant(
          kind.name(),
          kind.role(),
          () -> {
            kind.make().get().close(); // says now if it can't run
            return new PendingWeight(kind, count, counted);
          });
    }

    @Override
    public Round round(long lengthNanos) throws Exception {
      try (BenchmarkTimer timer = kind.make().get()) {
        timer.cancel(timer.arm(TimeUnit.HOURS.toNanos(1)));
        long emptyBytes = Heap.liveBytes();
        long emptyReachable = counted ? Heap.reachableBytes(timer) : 0;
        Background.arm(timer, count);
        List<Extra> extras = new ArrayList<>();
        extras.add(each("heap", Heap.liveBytes() - emptyBytes));
        long reachable = counted ? Heap.reachableBytes(timer) - emptyReachable : 0;
        if (reachable > LEAST_BYTES * count) {
          extras.add(each("JOL", reachable));
        }
        return Round.of(count, 1, 0, 0).with(extras);
      }
    }

    private Extra each(String how, long bytes) {
      return new Extra("bytes a pending timer (" + how + ")", (double) bytes / count, Fold.MEDIAN);
    }

    @Override
    public void close() {}
  }
}
