package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.Kind;
import io.loomwheel.bench.timers.TimerContestants;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Many timeouts are armed for an hour or more, and none is due: what do the timers' threads do? The
 * whole process is watched, so a timer lives for one round only. The floor is a process without any
 * timer, which has some threads of its own.
 */
final class IdleQuestion implements Question {
  private static final long SETTLE_MILLIS = 500;

  @Override
  public List<Contest> contests(Sizes sizes) {
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(entrant(TimerContestants.FLOOR, sizes.idle()));
    TimerContestants.timers().forEach(kind -> entrants.add(entrant(kind, sizes.idle())));
    String setting = String.format(Locale.ROOT, "%,d armed, none due for an hour", sizes.idle());
    return List.of(new Contest("idle", setting, "a second", false, entrants));
  }

  private static Entrant entrant(Kind<BenchmarkTimer> kind, int pending) {
    return kind.entrant(
        () -> {
          Threads.check();
          return new Sleeper(kind, pending);
        });
  }

  /** Makes a timer, fills it, and sleeps. */
  private record Sleeper(Kind<BenchmarkTimer> kind, int pending) implements Contestant {
    @Override
    public Round round(long lengthNanos) throws Exception {
      try (BenchmarkTimer timer = kind.make().get()) {
        Background.arm(timer, pending);
        System.gc();
        TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
        long startNanos = System.nanoTime();
        OptionalLong wakeUpsBefore = timer.wakeUps();
        Threads before = Threads.now();
        TimeUnit.NANOSECONDS.sleep(lengthNanos);
        Threads after = Threads.now();
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        List<Extra> extras = new ArrayList<>();
        extras.add(
            new Extra("wake-ups/s", (after.switches() - before.switches()) / seconds, Fold.MEDIAN));
        if (wakeUpsBefore.isPresent()) {
          long wakeUps = timer.wakeUps().orElseThrow() - wakeUpsBefore.getAsLong();
          extras.add(new Extra("driver wake-ups/s", wakeUps / seconds, Fold.MEDIAN));
        }
        return Round.of(
                1,
                1,
                TimeUnit.SECONDS.toNanos(1),
                Math.round((after.cpuNanos() - before.cpuNanos()) / seconds))
            .with(extras);
      }
    }

    @Override
    public void close() {}
  }
}
