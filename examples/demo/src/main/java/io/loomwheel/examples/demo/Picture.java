package io.loomwheel.examples.demo;

import io.loomwheel.charts.Bar;
import io.loomwheel.charts.Bars;
import io.loomwheel.charts.Curve;
import io.loomwheel.charts.Curves;
import io.loomwheel.charts.Figure;
import io.loomwheel.charts.Page;
import io.loomwheel.charts.Renderer;
import io.loomwheel.charts.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Draws a result as a page: CPU, heap and lateness for each library, and the tables. Stateless. */
final class Picture {
  static String of(Result result, List<String> method, List<String> notes) {
    List<Page.Section> sections = new ArrayList<>();
    for (Contestant.Library library : result.libraries()) {
      List<Score> timed = result.of(library).stream().filter(Score::isTimed).toList();
      List<Figure> figures =
          timed.isEmpty()
              ? List.of()
              : List.of(cpu(library, timed), heap(library, timed), late(library, timed));
      List<Page.Table> tables =
          List.of(
              new Page.Table("What the timeouts cost", Table.costs(result, library), notes),
              new Page.Table("When they came", Table.timeouts(result, library), List.of()));
      sections.add(new Page.Section(library.title(), figures, tables));
    }
    return new Renderer().html(new Page("Loomwheel", Verdict.headline(result), sections, method));
  }

  /** {@return the CPU of the first library's timeouts, as SVG; nothing if it has none} */
  static Optional<String> file(Result result) {
    Contestant.Library library = result.libraries().getFirst();
    List<Score> timed = result.of(library).stream().filter(Score::isTimed).toList();
    return timed.isEmpty()
        ? Optional.empty()
        : Optional.of(new Renderer().svg(cpu(library, timed)));
  }

  private static Figure cpu(Contestant.Library library, List<Score> scores) {
    Bars bars =
        bars(
            library,
            "cpu",
            "CPU for the timeouts alone",
            "ns for each element of a stream. The line is the stock scheduler. Less is better.",
            scores,
            Score::costNanos,
            "ns");
    return new Figure(bars, "What the same streams take without timeouts is taken off.");
  }

  private static Figure heap(Contestant.Library library, List<Score> scores) {
    Bars bars =
        bars(
            library,
            "heap",
            "Live heap of what waits",
            "Bytes for each open stream. The line is the stock scheduler. Less is better.",
            scores,
            Score::heapBytes,
            "B");
    return new Figure(
        bars, "The library's own objects for a timeout are most of it, and count too.");
  }

  private static Figure late(Contestant.Library library, List<Score> scores) {
    List<Curve> curves =
        scores.stream()
            .map(
                it ->
                    Curve.of(
                        it.contestant().title(), role(it.contestant()), it.tally().lateNanos()))
            .toList();
    return new Figure(
        new Curves(id(library, "late"), "How late the timeouts came", curves),
        "The wheel rounds deadlines up to its tick, about 1 ms; a stock timer has none.");
  }

  private static Bars bars(
      Contestant.Library library,
      String id,
      String title,
      String subtitle,
      List<Score> scores,
      Function<Score, Spread> number,
      String unit) {
    double reference =
        scores.stream()
            .filter(it -> it.contestant().clockwork() == Contestant.Clockwork.STOCK)
            .mapToDouble(it -> Math.max(0, number.apply(it).median()))
            .findFirst()
            .orElse(0);
    List<Bar> bars =
        scores.stream().map(it -> bar(it.contestant(), number.apply(it), unit)).toList();
    return new Bars(id(library, id), title, subtitle, reference, bars);
  }

  private static Bar bar(Contestant contestant, Spread spread, String unit) {
    return new Bar(
        contestant.title(),
        role(contestant),
        Math.max(0, spread.low()),
        Math.max(0, spread.median()),
        Math.max(0, spread.high()),
        String.format(Locale.ROOT, "%,.0f %s", spread.median(), unit),
        spread.ends());
  }

  private static Role role(Contestant contestant) {
    return contestant.clockwork() == Contestant.Clockwork.WHEEL ? Role.SUBJECT : Role.PEER;
  }

  private static String id(Contestant.Library library, String what) {
    return library.name().toLowerCase(Locale.ROOT) + "-" + what;
  }
}
