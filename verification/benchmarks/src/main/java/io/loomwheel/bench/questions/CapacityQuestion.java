package io.loomwheel.bench.questions;

import io.loomwheel.bench.capacity.Forecast;
import io.loomwheel.bench.capacity.Load;
import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.timers.Launchers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What does a steady load take, with more and more timeouts pending? And how many timeouts can one
 * driver hand over in a second?
 */
final class CapacityQuestion implements Question {
  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final List<Integer> FIRES =
      List.of(300_000, 500_000, 1_000_000, 2_000_000, 3_000_000);

  @Override
  public List<Contest> contests(Sizes sizes) {
    List<Contest> contests = new ArrayList<>();
    for (long pending : Forecast.PENDING) {
      contests.add(steady(Load.steady(pending)));
    }
    contests.add(ceiling());
    return contests;
  }

  private static Contest steady(Load load) {
    return new Contest(
        Forecast.QUESTION,
        load.setting(),
        "a second",
        false,
        List.of(
            SteadyLoad.entrant(Forecast.PACER, Role.FLOOR, load),
            SteadyLoad.entrant(Forecast.OLDEST, Role.SUBJECT, load),
            SteadyLoad.entrant(Forecast.ANY, Role.SUBJECT, load)));
  }

  private static Contest ceiling() {
    Launchers.Kind loomwheel =
        Launchers.onVirtualThreads().stream()
            .filter(kind -> kind.role() == Role.SUBJECT)
            .findFirst()
            .orElseThrow();
    List<Entrant> entrants = new ArrayList<>();
    for (int fires : FIRES) {
      FiringRound.Load load = new FiringRound.Load(fires, SECOND_NANOS, 0, 0);
      entrants.add(
          new Entrant(
              String.format(Locale.ROOT, "%,d", fires),
              Role.SUBJECT,
              () -> FiringRound.waiting(loomwheel, load)));
    }
    String setting = "so many due in a second, on virtual threads";
    return new Contest(Forecast.QUESTION, setting, "arm + fire", false, entrants);
  }
}
