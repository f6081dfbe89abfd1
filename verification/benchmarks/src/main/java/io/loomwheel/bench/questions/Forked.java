package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.measure.Rounds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * One method of a class of JMH benchmarks. Each round is a JVM of its own with one measured
 * iteration, so that the rounds are interleaved as everywhere, and their spread is that of how the
 * code was compiled, too.
 *
 * @param type the class
 * @param method its method
 * @param params for its fields
 */
record Forked(Class<?> type, String method, Map<String, String> params) implements Contestant {
  /** Fixed and touched, as that of the JVM which waits for this one, but small enough for both. */
  static final String JVM = "-Xms2g -Xmx2g -Xmn1g -XX:+UseParallelGC -XX:+AlwaysPreTouch";

  private static final String ALLOCATED = "gc.alloc.rate.norm";

  /** Turns times of one operation into those of a round without loss. */
  private static final long OPS = 1_000_000;

  /** Each round's JVM plays those for itself that others drop. */
  @Override
  public boolean startsWarm() {
    return true;
  }

  @Override
  public Round round(long lengthNanos) throws Exception {
    Muted jmh = new Muted();
    Runner runner =
        new Runner(
            options(lengthNanos),
            OutputFormatFactory.createFormatInstance(jmh.print(), VerboseMode.NORMAL));
    try {
      RunResult result = jmh.call(runner::runSingle);
      Map<String, Double> others = new HashMap<>();
      result.getSecondaryResults().forEach((name, other) -> others.put(name, other.getScore()));
      return round(result.getPrimaryResult().getScore(), others);
    } catch (RunnerException e) {
      throw new IllegalStateException("JMH failed, and said: " + jmh.said(), e);
    }
  }

  private Options options(long lengthNanos) {
    TimeValue length = TimeValue.nanoseconds(lengthNanos);
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + Pattern.quote(type.getName() + "." + method) + "$")
            .mode(Mode.AverageTime)
            .timeUnit(TimeUnit.NANOSECONDS)
            .threads(1)
            .forks(1)
            .jvmArgs(JVM.split(" "))
            .warmupIterations(Rounds.DROPPED)
            .warmupTime(length)
            .measurementIterations(1)
            .measurementTime(length)
            .addProfiler(GCProfiler.class)
            .addProfiler(CpuProfiler.class)
            .shouldFailOnError(true);
    params.forEach(options::param);
    return options.build();
  }

  /** {@return what JMH has measured, as a round} */
  static Round round(double wallNanos, Map<String, Double> others) {
    double cpuNanos = score(others, CpuProfiler.NAME);
    // Beneath a tenth of a byte it is what JMH itself allocates.
    double bytes = Math.rint(score(others, ALLOCATED) * 10) / 10;
    return Round.of(OPS, 1, Math.round(wallNanos * OPS), Math.round(cpuNanos * OPS))
        .with(List.of(new Extra("B/op", bytes, Fold.MEDIAN)));
  }

  private static double score(Map<String, Double> others, String name) {
    Double score = others.get(name);
    if (score == null) {
      throw new IllegalStateException("JMH must measure " + name + ", did " + others.keySet());
    }
    return score;
  }

  @Override
  public void close() {}
}
