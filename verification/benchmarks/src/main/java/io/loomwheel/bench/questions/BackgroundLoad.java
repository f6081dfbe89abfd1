package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.TimerContestants;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A producer that holds much or has much in the background, on a timer that lives for one round
 * only: filled before it and ended after it, neither measured. Else all timers' threads would go
 * through their pending timeouts while one is measured, at its cost, and all would have to find
 * room on the heap. What the round leaves there is what is pending.
 */
final class BackgroundLoad implements Contestant {
  private static final double NANOS_PER_SECOND = 1e9;

  private final TimerContestants.Kind kind;
  private final int pending;
  private final ProducerThreads crew = new ProducerThreads(1);
  private final Held held;
  private final Batch batch;

  /** Null between two rounds. */
  private @Nullable BenchmarkTimer timer;

  BackgroundLoad(TimerContestants.Kind kind, int size, Class<? extends Batch> batch, int pending) {
    this.kind = kind;
    this.pending = pending;
    this.held = new Held(size, 1);
    this.batch = Copies.of(batch, Batch.class);
  }

  /** {@return the floor and all timers that one thread may have} */
  static List<Entrant> entrants(int size, Class<? extends Batch> batch, int pending) {
    return Stream.concat(Stream.of(TimerContestants.FLOOR), TimerContestants.timers(1).stream())
        .map(kind -> entrant(kind, size, batch, pending))
        .toList();
  }

  private static Entrant entrant(
      TimerContestants.Kind kind, int size, Class<? extends Batch> batch, int pending) {
    return new Entrant(
        kind.name(),
        kind.role(),
        () -> {
          kind.make().get().close(); // says now if it can't run
          return new BackgroundLoad(kind, size, batch, pending);
        });
  }

  @Override
  public Round round(long lengthNanos) throws Exception {
    BenchmarkTimer filled = kind.make().get();
    timer = filled;
    long startNanos = System.nanoTime();
    crew.run(List.of(() -> Background.arm(filled, pending), () -> held.fill(filled)));
    double seconds = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
    System.gc();
    Meter meter = Meter.start();
    long endNanos = meter.startNanos() + lengthNanos;
    Round round = meter.stop(crew.run(List.of(() -> held.work(filled, batch, endNanos))), 1);
    return round.with(List.of(new Extra("filled in s", seconds, Fold.MEDIAN)));
  }

  @Override
  public void renew() {
    if (timer != null) {
      timer.close();
      timer = null;
    }
    held.clear();
  }

  @Override
  public void close() {
    renew();
    crew.close();
  }
}
