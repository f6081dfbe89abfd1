package io.loomwheel.bench.capacity;

import io.loomwheel.bench.measure.Metric;
import io.loomwheel.bench.measure.Run;
import io.loomwheel.bench.measure.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the model says of the loads that were measured, beside what they took. Immutable. */
public final class Forecast {
  /** Name of the question whose contests are the loads. */
  public static final String QUESTION = "capacity";

  /** Holds no timer, but keeps the pace; what it takes is taken off the others. */
  public static final String PACER = "pacer alone";

  /** Cancels like a client whose requests all have the same time limit. */
  public static final String OLDEST = "the oldest cancelled";

  /** Cancels anywhere among all that are pending. */
  public static final String ANY = "any cancelled";

  /** What a load has on the heap, in MiB. */
  public static final String HEAP = "heap MiB";

  /** How many timeouts are pending while it is measured. */
  public static final List<Long> PENDING = List.of(1_000L, 100_000L, 10_000_000L);

  /** In which a core that is busy all the time is busy in a second. */
  private static final double MILLIS = 1_000;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MIB = 1 << 20;
  private static final double PER_CENT = 100;

  private final List<List<String>> lines;
  private final Optional<CapacityModel> model;

  private Forecast(List<List<String>> lines, Optional<CapacityModel> model) {
    this.lines = List.copyOf(lines);
    this.model = model;
  }

  /** {@return what can be said of those runs} */
  public static Forecast of(List<Run> runs) {
    List<List<String>> lines = new ArrayList<>();
    for (long pending : PENDING) {
      Load load = Load.steady(pending);
      add(lines, runs, load, OLDEST, Costs.model(runs, Costs.PAIR));
      add(lines, runs, load, ANY, Costs.model(runs, Costs.PAIR_ANYWHERE));
    }
    return new Forecast(lines, Costs.model(runs, Costs.PAIR));
  }

  private static void add(
      List<List<String>> lines,
      List<Run> runs,
      Load load,
      String contestant,
      Optional<CapacityModel> model) {
    Optional<Double> busy = figure(runs, load, contestant, Metric.CPU);
    Optional<Double> pacer = figure(runs, load, PACER, Metric.CPU);
    Optional<Double> heap = figure(runs, load, contestant, Metric.extra(HEAP));
    if (busy.isPresent() && pacer.isPresent() && heap.isPresent()) {
      double millis = (busy.get() - pacer.get()) / NANOS_PER_MILLI;
      List<String> line = new ArrayList<>();
      line.add(String.format(Locale.ROOT, "%,d pending, %s", load.pending(), contestant));
      compare(line, model.map(it -> it.cores(load) * MILLIS), millis);
      compare(line, model.map(it -> it.bytes(load) / MIB), heap.get());
      lines.add(line);
    }
  }

  private static Optional<Double> figure(
      List<Run> runs, Load load, String contestant, Metric metric) {
    return new Source(QUESTION, load.setting(), contestant, metric).in(runs);
  }

  private static void compare(List<String> line, Optional<Double> predicted, double measured) {
    line.add(predicted.map(Table::number).orElse(""));
    line.add(Table.number(measured));
    line.add(
        predicted
            .map(
                it -> String.format(Locale.ROOT, "%+.0f %%", PER_CENT * (it - measured) / measured))
            .orElse(""));
  }

  /** {@return whether a load was measured} */
  public boolean isEmpty() {
    return lines.isEmpty();
  }

  /** {@return a row for each load, the header first} */
  public List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "load",
            "CPU ms a second, predicted",
            "measured",
            "off by",
            "MiB, predicted",
            "measured",
            "off by"));
    rows.addAll(lines);
    return rows;
  }

  /** {@return the costs that the model takes} */
  public String sentence() {
    return model
        .map(
            it ->
                "Taken from other contests: "
                    + Table.number(it.pairNanos())
                    + " ns a pair, "
                    + Table.number(it.fireNanos())
                    + " ns a fire, "
                    + Table.number(it.rescheduleNanos())
                    + " ns a reschedule, "
                    + Table.number(it.wakeUpNanos())
                    + " ns for each tick with something due, "
                    + Table.number(it.pendingBytes())
                    + " bytes a pending timeout.")
        .orElse("Nothing is predicted: not all costs were measured in this run.");
  }

  /** {@return the rows as Markdown, and the costs} */
  public String table() {
    return "### How much machine\n\n" + Table.render(rows()) + "\n" + sentence() + "\n";
  }
}
