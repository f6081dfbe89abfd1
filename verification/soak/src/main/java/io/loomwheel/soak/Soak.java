package io.loomwheel.soak;

import io.loomwheel.soak.fault.Kind;
import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Planned;
import io.loomwheel.soak.load.Played;
import io.loomwheel.soak.load.Round;
import io.loomwheel.soak.report.Heap;
import io.loomwheel.soak.report.Report;
import io.loomwheel.soak.report.Threads;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Plays the faults of a plan, pass after pass. One thread's. */
final class Soak {
  private static final long WARM_UP_NANOS = 500_000_000;

  private final Plan plan;
  private final String options;
  private final PrintWriter out;

  /** Added up, so that a long run holds no more than a short one. */
  private final Map<String, Played> faults = new LinkedHashMap<>();

  private int rounds;

  Soak(Plan plan, String options, PrintWriter out) {
    this.plan = plan;
    this.options = options;
    this.out = out;
  }

  /** Plays all; handlers of uncaught exceptions are its own meanwhile. */
  Report play() throws IOException, InterruptedException {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, cause) -> Planned.check(cause));
    RxJavaPlugins.setErrorHandler(Planned::check);
    try {
      return playAll();
    } finally {
      RxJavaPlugins.setErrorHandler(null);
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  private Report playAll() throws IOException, InterruptedException {
    new Round(Kind.CALM.make(), plan.load(), plan.seed())
        .play(Math.min(WARM_UP_NANOS, plan.nanos()));
    Map<String, Integer> threads = Threads.count();
    Instant begun = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    long begin = System.nanoTime();
    Heap heap = new Heap();
    int passes = 0;
    do {
      if (passes == 1) {
        heap = new Heap(); // the first pass of several is the one that loads and compiles
      }
      for (Fault fault : plan.faults()) {
        faults.merge(fault.name(), play(fault, plan.seed() + rounds++), Played::plus);
        heap.sample();
      }
      passes++;
    } while (!plan.isDone(passes, System.nanoTime() - begin));
    return new Report(
        begun,
        options,
        machine(),
        (System.nanoTime() - begin) / 1e9,
        List.copyOf(faults.values()),
        heap.fit(),
        threads.values().stream().mapToInt(n -> n).sum(),
        Threads.beyond(threads));
  }

  private Played play(Fault fault, long seed) throws InterruptedException {
    out.println("playing " + fault.name());
    out.flush();
    Played played = new Round(fault, plan.load(), seed).play(plan.nanos());
    played.wrong().forEach(text -> out.println("  off: " + text));
    return played;
  }

  private static String machine() {
    return String.format(
        "%s %s, %d processors, %s",
        System.getProperty("java.vm.name"),
        Runtime.version(),
        Runtime.getRuntime().availableProcessors(),
        String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()));
  }
}
