package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Many streams, each with an idle timeout that never ends, and one thread that sends an element to
 * one after the other at random. One operation: an element. Each stream has had one before the
 * rounds begin.
 */
public final class ManyStreams implements Contestant {
  /** The source of a stream, by hand. */
  public interface Tap {
    /** Sends an element down the stream. */
    void send(Integer element);
  }

  /** Elements between two reads of the clock. */
  private static final int SIZE = 64;

  private static final Integer ELEMENT = 1;

  private final Tap[] taps;
  private final Runnable end;
  private final double bytes;
  private long random = 1;

  /**
   * Makes the streams.
   *
   * @param count how many
   * @param make makes a stream, subscribes to it, and returns its source
   * @param end called once, when they are done with
   */
  public ManyStreams(int count, IntFunction<Tap> make, Runnable end) throws InterruptedException {
    this.end = end;
    this.taps = new Tap[count];
    long before = Heap.liveBytes();
    for (int i = 0; i < count; i++) {
      taps[i] = make.apply(i);
      taps[i].send(ELEMENT);
    }
    this.bytes = (Heap.liveBytes() - before) / (double) count;
  }

  @Override
  public Round round(long lengthNanos) {
    long ops = 0;
    Meter meter = Meter.start();
    do {
      for (int i = 0; i < SIZE; i++) {
        random = Delay.random(random);
        taps[(int) ((random >>> 1) % taps.length)].send(ELEMENT);
      }
      ops += SIZE;
    } while (System.nanoTime() - meter.startNanos() < lengthNanos);
    return meter.stop(ops, 1).with(List.of(new Extra("bytes a stream", bytes, Fold.MEDIAN)));
  }

  @Override
  public void close() {
    end.run();
  }
}
