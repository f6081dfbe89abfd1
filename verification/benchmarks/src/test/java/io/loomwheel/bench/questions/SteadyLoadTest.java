package io.loomwheel.bench.questions;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.bench.capacity.Forecast;
import io.loomwheel.bench.capacity.Load;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Round;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SteadyLoadTest {
  private static final Load SMALL = new Load(2_000, 10_000, 1_000, 0, Load.DEFAULT_TICK_NANOS);

  @ParameterizedTest
  @ValueSource(strings = {Forecast.OLDEST, Forecast.ANY})
  void round_smallLoad_letsAllFireAndNoneEarly(String who) throws Exception {
    Round round = play(who);

    assertThat(round.extras())
        .extracting(Extra::name)
        .containsExactly("late p50 ms", "p99 ms", "early", Forecast.HEAP, "full collection ms");
    assertThat(round.extras())
        .filteredOn(extra -> extra.name().equals("early"))
        .extracting(Extra::value)
        .containsExactly(0.0);
    assertThat(round.late().points()).isNotEmpty();
  }

  @Test
  void round_pacer_observesNothing() throws Exception {
    Round round = play(Forecast.PACER);

    assertThat(round.cpuNanos()).isPositive();
    assertThat(round.extras()).isEmpty();
  }

  private static Round play(String who) throws Exception {
    try (Contestant contestant = SteadyLoad.entrant(who, Role.SUBJECT, SMALL).opener().call()) {
      return contestant.round(TimeUnit.MILLISECONDS.toNanos(100));
    }
  }
}
