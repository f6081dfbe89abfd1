package io.loomwheel.bench.capacity;

import io.loomwheel.bench.measure.Metric;
import io.loomwheel.bench.measure.Run;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the costs of single operations from the contests about them. Stateless. */
final class Costs {
  static final Source PAIR =
      cpu("pair", "1 producer(s), 10,000 held by each, the oldest cancelled", "Loomwheel");
  static final Source PAIR_ANYWHERE =
      cpu("pair", "1 producer(s), 100,000 held by each, any cancelled", "Loomwheel");

  private static final double FIRED = 300_000;
  private static final Source FIRE = cpu("fire", "300,000 over 1 s, nothing blocks", "Loomwheel");
  private static final Source RESCHEDULE =
      cpu("reschedule", "10,000 timeout(s) in turn", "Loomwheel");

  private static final String AT_REST = "1,000,000 connections at rest";
  private static final Source FINE = cpu("heartbeat", AT_REST, "every 60 s, tick 1 ms");
  private static final Source COARSE = cpu("heartbeat", AT_REST, "every 60 s, tick 67 ms");
  private static final double FINE_WAKE_UPS = 1e9 / (1 << 20);
  private static final double COARSE_WAKE_UPS = 1e9 / (1 << 26);

  private static final Source BYTES =
      new Source(
          "memory",
          "10,000,000 armed, none due for an hour",
          "Loomwheel",
          Metric.extra("bytes a pending timer (heap)"));

  private Costs() {}

  private static Source cpu(String question, String setting, String contestant) {
    return new Source(question, setting, contestant, Metric.CPU);
  }

  /** {@return all that a model is made of} */
  static List<Source> sources() {
    return List.of(PAIR, PAIR_ANYWHERE, FIRE, RESCHEDULE, FINE, COARSE, BYTES);
  }

  /** {@return what those runs make of a model; none if one of its costs wasn't measured} */
  static Optional<CapacityModel> model(List<Run> runs, Source pair) {
    if (Stream.of(pair, FIRE, RESCHEDULE, FINE, COARSE, BYTES)
        .anyMatch(source -> source.in(runs).isEmpty())) {
      return Optional.empty();
    }
    double wakeUp = wakeUp(FINE.in(runs).orElseThrow(), COARSE.in(runs).orElseThrow());
    double fire = FIRE.in(runs).orElseThrow() - wakeUp * FINE_WAKE_UPS / FIRED;
    return Optional.of(
        new CapacityModel(
            pair.in(runs).orElseThrow(),
            fire,
            RESCHEDULE.in(runs).orElseThrow(),
            wakeUp,
            BYTES.in(runs).orElseThrow()));
  }

  /** The same heartbeats, with few ticks or with many in which something is due. */
  private static double wakeUp(double fineNanos, double coarseNanos) {
    return Math.max(0, (fineNanos - coarseNanos) / (FINE_WAKE_UPS - COARSE_WAKE_UPS));
  }
}
