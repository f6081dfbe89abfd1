package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Round;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * How long the calls of one thread took, by kind. Wall time, so that waiting for a lock counts. Of
 * a long call the time is taken away in which the thread could have run but had no CPU, which Linux
 * counts; calls in which a garbage collection ended are left out. Both are the machine's and the
 * heap's doing. Used by one thread at a time.
 */
final class CallTimes implements AutoCloseable {
  static final int ARM = 0;
  static final int CANCEL = 1;

  private static final List<String> NAMES = List.of("arm", "cancel");

  /** Shorter calls are taken as they are: a check costs some microseconds. */
  private static final long LONG_NANOS = 10_000;

  private static final Path SCHEDSTAT = Path.of("/proc/thread-self/schedstat");
  private static final int TEXT_BYTES = 128;
  private static final double NANOS_PER_MICRO = 1e3;

  private final List<Histogram> nanos = NAMES.stream().map(name -> new Histogram(3)).toList();
  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans();
  private final ByteBuffer text = ByteBuffer.allocateDirect(TEXT_BYTES);

  /** The file of the thread that calls, once it has begun. */
  private @Nullable FileChannel schedstat;

  private long waitedNanos;
  private long collections;
  private long leftOut;

  /** Counts what the calling thread does from now on. */
  void begin() throws IOException {
    close();
    schedstat = FileChannel.open(SCHEDSTAT);
    read();
  }

  /** Counts a call of a kind. */
  void took(int kind, long callNanos) {
    long own = callNanos;
    if (callNanos >= LONG_NANOS) {
      long waitedBefore = waitedNanos;
      long collectionsBefore = collections;
      read();
      if (collections != collectionsBefore) {
        leftOut++;
        return;
      }
      own = Math.max(0, callNanos - (waitedNanos - waitedBefore));
    }
    nanos.get(kind).recordValue(own);
  }

  /** Reads how long the thread has waited for a CPU, and how often the heap was collected. */
  void read() {
    waitedNanos = readWaitedNanos();
    long sum = 0;
    for (int i = 0; i < collectors.size(); i++) {
      sum += collectors.get(i).getCollectionCount();
    }
    collections = sum;
  }

  /** The file holds the time on a CPU, the time of waiting for one, and a count. */
  private long readWaitedNanos() {
    FileChannel file = schedstat;
    if (file == null) {
      throw new IllegalStateException("must have begun");
    }
    text.clear();
    try {
      file.read(text, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    text.flip();
    while (text.get() != ' ') { // the time on a CPU
    }
    long waited = 0;
    for (byte digit = text.get(); digit != ' '; digit = text.get()) {
      waited = 10 * waited + digit - '0';
    }
    return waited;
  }

  /**
   * {@return the round, with the longest and two percentiles of each kind, of which there must be}
   */
  Round on(Round round) {
    Round seen = round;
    for (int kind = 0; kind < NAMES.size(); kind++) {
      String name = NAMES.get(kind);
      Histogram of = nanos.get(kind);
      if (of.getTotalCount() == 0) {
        throw new IllegalStateException("no call to measure of: " + name);
      }
      seen =
          seen.with(name + " max µs", of.getMaxValue() / NANOS_PER_MICRO)
              .with(name + " p99.99 µs", of.getValueAtPercentile(99.99) / NANOS_PER_MICRO)
              .with(name + " p99.9 µs", of.getValueAtPercentile(99.9) / NANOS_PER_MICRO);
    }
    return seen.with(new Extra("left out", leftOut, Fold.SUM));
  }

  @Override
  public void close() throws IOException {
    if (schedstat != null) {
      schedstat.close();
      schedstat = null;
    }
  }
}
