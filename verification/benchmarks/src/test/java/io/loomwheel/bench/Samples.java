package io.loomwheel.bench;

import io.loomwheel.bench.measure.About;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Observation;
import io.loomwheel.bench.measure.Percentiles;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Run;
import io.loomwheel.bench.measure.Score;
import io.loomwheel.bench.measure.Spread;
import java.util.List;
import java.util.Map;

/** Made-up results, near enough to real ones to be looked at. */
public final class Samples {
  public static final About ABOUT =
      new About(
          "OpenJDK 64-Bit Server VM 25.0.3+9-LTS",
          "-Xms4g -Xmx4g -Xmn2g -XX:+UseParallelGC -XX:+AlwaysPreTouch",
          "Linux amd64",
          2,
          8L << 30,
          "--question pair --rounds 11",
          "2026-11-21T14:33:00Z");

  private Samples() {}

  /** A contest in which we are better than the peers in CPU, and worse in wall time. */
  public static Result pair() {
    return new Result(
        "pair",
        "1 producer(s), 10,000 held by each, the oldest cancelled",
        "arm + cancel",
        true,
        List.of(
            score("floor", Role.FLOOR, new Spread(33, 33.2, 33.4), new Spread(33, 33.5, 34)),
            score("Loomwheel", Role.SUBJECT, new Spread(47.4, 47.8, 48.7), new Spread(53, 54, 58)),
            score("Netty 1 ms", Role.PEER, new Spread(70.5, 70.8, 71), new Spread(46, 47, 55)),
            score("Netty 100 ms", Role.PEER, new Spread(83, 109, 112), new Spread(48, 50, 52)),
            score("ScheduledThreadPool", Role.PEER, new Spread(90, 91, 95), new Spread(88, 92, 94)),
            score("ForkJoinPool", Role.PEER, new Spread(107, 408, 609), new Spread(99, 140, 190))),
        List.of("Thread.sleep left out: can't be cancelled"));
  }

  /** Three numbers of pending timeouts, ours alone. */
  public static Result growth() {
    return new Result(
        "growth",
        "1 producer, 10,000 held, the oldest cancelled",
        "arm + cancel",
        true,
        List.of(
            score(
                "1,000 pending", Role.FLOOR, new Spread(55.1, 55.3, 56.6), new Spread(58, 59, 60)),
            score(
                "1,000,000 pending",
                Role.SUBJECT,
                new Spread(53.1, 53.8, 56.6),
                new Spread(57, 58, 62)),
            score(
                "10,000,000 pending",
                Role.SUBJECT,
                new Spread(52.1, 53.9, 55),
                new Spread(57, 58, 59))),
        List.of());
  }

  /** Fired timeouts, with lateness: ours are less late than Netty's and later than the heap's. */
  public static Result fire() {
    return new Result(
        "fire",
        "300,000 over 1 s, nothing blocks",
        "arm + fire",
        false,
        List.of(
            score("floor", Role.FLOOR, new Spread(30, 31, 32), new Spread(30, 31, 32)),
            late("Loomwheel", Role.SUBJECT, 700, 0.65, 0.2),
            late("Loomwheel perTask", Role.SUBJECT, 1000, 0.7, 0.25),
            late("Netty 1 ms", Role.PEER, 1400, 1.1, 0.3),
            late("ScheduledThreadPool", Role.PEER, 2900, 0.08, 0.2),
            late("ForkJoinPool", Role.PEER, 3900, 0.06, 0.5),
            late("Thread.sleep", Role.PEER, 3933, 0.05, 0.6)),
        List.of());
  }

  public static List<Run> runs() {
    return List.of(new Run(ABOUT, List.of(pair(), growth(), fire())));
  }

  public static Score score(String name, Role role, Spread cpu, Spread wall) {
    return new Score(name, role, cpu, wall, Map.of(), Percentiles.none());
  }

  private static Score late(String name, Role role, double cpu, double millis, double rise) {
    return new Score(
        name,
        role,
        new Spread(cpu * 0.9, cpu, cpu * 1.2),
        new Spread(3300, 3333, 3400),
        Map.of(
            "p99 ms", new Observation(millis * 2, millis, millis * 3),
            "all done ms", new Observation(cpu / 10, cpu / 12, cpu / 8)),
        Percentiles.of(p -> millis * Math.pow(100 / (100 - p), rise)));
  }
}
