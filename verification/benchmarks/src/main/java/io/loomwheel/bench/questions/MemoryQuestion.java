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
import io.loomwheel.liveheap.LiveHeap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * What a pending timeout takes on the heap, and a timer that has nothing to do. The task, shared by
 * all, and the user's reference to a timeout aren't counted.
 */
final class MemoryQuestion implements Question {
  /** Few enough that no library warns of too many. */
  private static final int IDLE_TIMERS = 20;

  /** More are armed on Loomwheel alone. */
  private static final int MOST_OF_PEERS = 1_000_000;

  @Override
  public List<Contest> contests(Sizes sizes) {
    List<Contest> contests = new ArrayList<>();
    contests.add(
        contest(
            "timers that have armed and cancelled one timeout each",
            "make a timer",
            IDLE_TIMERS,
            0));
    for (int number : sizes.pending()) {
      String setting = String.format(Locale.ROOT, "%,d armed, none due for an hour", number);
      contests.add(contest(setting, "arm", 1, number));
    }
    return contests;
  }

  private static Contest contest(String setting, String op, int timers, int pending) {
    List<Entrant> entrants =
        TimerContestants.timers().stream()
            .filter(kind -> kind.role() == Role.SUBJECT || pending <= MOST_OF_PEERS)
            .map(kind -> kind.entrant(() -> new Weight(kind.make(), timers, pending)))
            .toList();
    return new Contest("memory", setting, op, false, entrants);
  }

  /**
   * Makes some timers, and fills the first. Each has armed a timeout and cancelled it before, for
   * many make their wheels and threads only then. The threads' stacks aren't on the heap. Nothing
   * is timed.
   */
  private record Weight(Supplier<? extends BenchmarkTimer> make, int timers, int pending)
      implements Contestant {
    /** Longer than the longest tick, in which a timer's thread may take in what was armed. */
    private static final int PAUSE_MILLIS = 200;

    @Override
    public Round round(long lengthNanos) throws Exception {
      List<BenchmarkTimer> made = new ArrayList<>();
      try {
        long empty = liveBytes();
        for (int i = 0; i < timers; i++) {
          BenchmarkTimer timer = make.get();
          made.add(timer);
          timer.cancel(timer.arm(TimeUnit.HOURS.toNanos(1)));
        }
        long idle = liveBytes();
        Background.arm(made.getFirst(), pending);
        Extra each =
            pending == 0
                ? bytes("an idle timer", idle - empty, timers)
                : bytes("a pending timer", liveBytes() - idle, pending);
        return Round.of(Math.max(timers, pending), 1, 0, 0).with(List.of(each));
      } finally {
        made.forEach(BenchmarkTimer::close);
      }
    }

    private static long liveBytes() throws InterruptedException {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      return LiveHeap.bytes();
    }

    private static Extra bytes(String of, long bytes, int count) {
      return new Extra("bytes " + of, (double) bytes / count, Fold.MEDIAN);
    }

    @Override
    public void close() {}
  }
}
