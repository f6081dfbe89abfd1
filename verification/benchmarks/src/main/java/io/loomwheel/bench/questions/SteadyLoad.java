package io.loomwheel.bench.questions;

import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import io.loomwheel.bench.capacity.Forecast;
import io.loomwheel.bench.capacity.Load;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.RecordedTask;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Arms, cancels and lets fire at a pace that doesn't wait for the timer; so many others are pending
 * that their number stays the same. Each millisecond what has become due since is done at once,
 * because a steadier pace would need a thread that spins. One operation is a second of it.
 */
final class SteadyLoad implements Contestant {
  private static final TimerTask NOTHING = timeout -> {};
  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final long STEP_NANOS = 1_000_000L;
  private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

  /** Of those that fire: 10 to 30 ms. */
  private static final long LEAST_NANOS = 10_000_000L;

  private static final long SPREAD_NANOS = 20_000_000L;

  /** So many are held by the one that cancels the oldest; the others only lie there. */
  private static final int HELD = 10_000;

  private static final double MIB = 1 << 20;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Load load;
  private final boolean any;

  /** Null if it is only the pace that is to be measured. */
  private final @Nullable WheelTimer timer;

  private final @Nullable Timeout[] held;
  private final double heapMib;
  private final double collectionMillis;
  private int oldest;
  private long random = 1;

  private SteadyLoad(Load load, boolean any, boolean timed) {
    this.load = load;
    this.any = any;
    int firing = (int) (load.fires() * (LEAST_NANOS + SPREAD_NANOS / 2) / SECOND_NANOS);
    int armed = (int) load.pending() - firing;
    this.held = new Timeout[any ? armed : Math.min(HELD, armed)];
    this.timer = timed ? WheelTimer.create() : null;
    long before = usedBytes();
    if (timer != null) {
      fill(timer, armed - held.length);
    }
    long startNanos = System.nanoTime();
    heapMib = (usedBytes() - before) / MIB;
    collectionMillis = (System.nanoTime() - startNanos) / NANOS_PER_MILLI;
  }

  static Entrant entrant(String name, Entrant.Role role, Load load) {
    return new Entrant(
        name,
        role,
        () -> {
          Threads.check();
          return new SteadyLoad(load, name.equals(Forecast.ANY), !name.equals(Forecast.PACER));
        });
  }

  private void fill(WheelTimer filled, int background) {
    for (int i = 0; i < background; i++) {
      arm(filled);
    }
    for (int i = 0; i < held.length; i++) {
      held[i] = armHeld(filled);
    }
  }

  private Timeout armHeld(WheelTimer armed) {
    if (any) {
      return arm(armed);
    }
    random = Delay.random(random);
    return armed.newTimeout(NOTHING, Delay.of(random), TimeUnit.NANOSECONDS);
  }

  private Timeout arm(WheelTimer armed) {
    random = Delay.random(random);
    long delay = HOUR_NANOS + (random >>> 1) % HOUR_NANOS;
    return armed.newTimeout(NOTHING, delay, TimeUnit.NANOSECONDS);
  }

  @Override
  public Round round(long lengthNanos) throws Exception {
    RecordedTask[] shots = new RecordedTask[(int) (lengthNanos * load.fires() / SECOND_NANOS)];
    for (int i = 0; i < shots.length; i++) {
      shots[i] = new RecordedTask(0);
    }
    Threads before = Threads.now();
    pace(lengthNanos, shots);
    if (timer != null) {
      await(shots);
    }
    double seconds = (double) lengthNanos / SECOND_NANOS;
    long cpuNanos = Math.round((Threads.now().cpuNanos() - before.cpuNanos()) / seconds);
    Round round = Round.of(1, 1, SECOND_NANOS, cpuNanos);
    return timer == null ? round : observed(round, shots);
  }

  private void pace(long lengthNanos, RecordedTask[] shots) {
    long startNanos = System.nanoTime();
    long pairs = 0;
    int fired = 0;
    long passed;
    do {
      LockSupport.parkNanos(STEP_NANOS);
      passed = Math.min(lengthNanos, System.nanoTime() - startNanos);
      for (long due = passed * load.pairs() / SECOND_NANOS; pairs < due; pairs++) {
        pair();
      }
      long due = Math.min(shots.length, passed * load.fires() / SECOND_NANOS);
      for (; fired < due; fired++) {
        fire(shots[fired]);
      }
    } while (passed < lengthNanos);
  }

  private void pair() {
    random = Delay.random(random);
    int at = any ? (int) (((random >>> 32) * held.length) >>> 32) : oldest;
    oldest = oldest + 1 == held.length ? 0 : oldest + 1;
    Timeout timeout = held[at];
    if (timer != null && timeout != null) {
      timeout.cancel();
      held[at] = armHeld(timer);
    }
  }

  private void fire(RecordedTask shot) {
    random = Delay.random(random);
    long delay = LEAST_NANOS + (random >>> 1) % SPREAD_NANOS;
    shot.due(System.nanoTime() + delay);
    if (timer != null) {
      timer.newTimeout(shot, delay, TimeUnit.NANOSECONDS);
    }
  }

  private static void await(RecordedTask[] shots) {
    for (RecordedTask shot : shots) {
      while (!shot.isDone()) {
        LockSupport.parkNanos(STEP_NANOS);
      }
    }
  }

  private Round observed(Round round, RecordedTask[] shots) {
    Lateness lateness = new Lateness(shots);
    List<Extra> extras =
        List.of(
            lateness.p50(),
            lateness.p99(),
            lateness.early(),
            new Extra(Forecast.HEAP, heapMib, Fold.MEDIAN),
            new Extra("full collection ms", collectionMillis, Fold.MEDIAN));
    return round.with(extras).late(lateness.percentiles());
  }

  private static long usedBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Override
  public void close() {
    if (timer != null) {
      timer.close();
    }
  }
}
