package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.Kind;
import io.loomwheel.bench.timers.Launcher;
import io.loomwheel.bench.timers.RecordedTask;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * All timeouts of a round are armed in bulk by one thread, a second before the first is due, and
 * fire at random moments of a span. The round ends when all have run; its length is that of lead
 * and span. A steady pace of arming would need a thread that waits between two arms, and charge the
 * wait to the timer. Each round has a timer of its own.
 */
final class FiringRound implements Contestant {
  private static final long LEAD_NANOS = 1_000_000_000L;
  private static final long LIMIT_NANOS = 60_000_000_000L;
  private static final long POLL_NANOS = 500_000L;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Launcher launcher;
  private final boolean waits;
  private final Load load;
  private final long[] offsetNanos;

  /**
   * What is to fire.
   *
   * @param spanNanos over which they are spread
   * @param blocks every how many-th blocks; none if 0
   * @param blockMillis for how long
   */
  record Load(int timers, long spanNanos, int blocks, int blockMillis) {}

  private FiringRound(Launcher launcher, boolean waits, Load load) {
    this.launcher = launcher;
    this.waits = waits;
    this.load = load;
    this.offsetNanos = new SplittableRandom(1).longs(load.timers(), 0, load.spanNanos()).toArray();
  }

  /** {@return an entrant; the floor doesn't wait, neither to fire nor in a task} */
  static Entrant entrant(Kind<Launcher> kind, Load load) {
    boolean waits = kind.role() != Role.FLOOR;
    return new Entrant(kind.name(), kind.role(), () -> renewed(kind, waits, load));
  }

  /** A hashed wheel that was used once goes on ticking, in the rounds of the others too. */
  private static Contestant renewed(Kind<Launcher> kind, boolean waits, Load load)
      throws Exception {
    return Renewed.open(() -> new FiringRound(kind.make().get(), waits, load));
  }

  @Override
  public Round round(long lengthNanos) {
    return waits ? salvo() : inPlace(lengthNanos);
  }

  /** As many salvos as the time allows, because one is too short to be measured. */
  private Round inPlace(long lengthNanos) {
    RecordedTask[] shots = shots();
    long ops = 0;
    Meter meter = Meter.start();
    do {
      for (RecordedTask shot : shots) {
        launcher.launch(shot, LEAD_NANOS);
      }
      ops += shots.length;
    } while (System.nanoTime() - meter.startNanos() < lengthNanos);
    return meter.stop(ops, 1);
  }

  private Round salvo() {
    RecordedTask[] shots = shots();
    Meter meter = Meter.start();
    long from = meter.startNanos() + LEAD_NANOS;
    for (int i = 0; i < shots.length; i++) {
      long due = from + offsetNanos[i];
      shots[i].due(due);
      launcher.launch(shots[i], due - System.nanoTime());
    }
    awaitAll(shots, from + load.spanNanos());
    Round round = meter.stop(shots.length, 1);
    Lateness lateness = new Lateness(shots);
    return round.with(observed(shots, lateness, from)).late(lateness.percentiles());
  }

  private RecordedTask[] shots() {
    RecordedTask[] shots = new RecordedTask[load.timers()];
    for (int i = 0; i < shots.length; i++) {
      boolean blocks = waits && load.blocks() > 0 && i % load.blocks() == 0;
      shots[i] = new RecordedTask(blocks ? load.blockMillis() : 0);
    }
    return shots;
  }

  /** Waits for a moment, and until all have run. */
  static void awaitAll(RecordedTask[] shots, long nanos) {
    sleepUntil(nanos);
    for (RecordedTask shot : shots) {
      while (!shot.isDone()) {
        if (System.nanoTime() - nanos > LIMIT_NANOS) {
          throw new IllegalStateException("a timeout never ran");
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }

  /** Waits for a moment of {@link System#nanoTime}. */
  static void sleepUntil(long nanos) {
    for (long left; (left = nanos - System.nanoTime()) > 0; ) {
      LockSupport.parkNanos(left);
    }
  }

  private static List<Extra> observed(RecordedTask[] shots, Lateness lateness, long from) {
    long last = from;
    for (RecordedTask shot : shots) {
      last = Math.max(last, shot.doneNanos());
    }
    return List.of(
        lateness.p50(),
        lateness.p99(),
        lateness.max(),
        new Extra("all done ms", (last - from) / NANOS_PER_MILLI, Fold.MEDIAN),
        lateness.early());
  }

  @Override
  public void close() {
    launcher.close();
  }
}
