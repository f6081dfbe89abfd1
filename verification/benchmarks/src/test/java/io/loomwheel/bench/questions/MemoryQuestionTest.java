package io.loomwheel.bench.questions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.TimerContestants;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryQuestionTest {
  @Test
  void contests_numbersPending_areThoseAskedForAndTheOneThatIsCounted() {
    assertThat(contests())
        .extracting(Contest::setting)
        .satisfiesExactly(
            setting -> assertThat(setting).contains("cancelled"),
            setting -> assertThat(setting).startsWith("1,000 armed"),
            setting -> assertThat(setting).startsWith("100,000 armed"),
            setting -> assertThat(setting).startsWith("10,000,000 armed"));
  }

  @Test
  void contests_tenMillion_areArmedOnOursAlone() {
    assertThat(contests().getLast().entrants())
        .extracting(Entrant::role)
        .containsOnly(Role.SUBJECT);
    assertThat(contests().getFirst().entrants())
        .extracting(Entrant::role)
        .contains(Role.SUBJECT, Role.PEER);
  }

  /**
   * An object of 16 bytes is the least that a timeout can be. Collectors other than the parallel
   * one, on which the benchmarks run, leave gaps of a region or two.
   */
  @Test
  void pending_bothWays_comeToTheSame() throws Exception {
    List<Extra> extras = weigh(PendingWeight.entrant(TimerContestants.LOOMWHEEL, 200_000, true));

    assertThat(extras).hasSize(2);
    assertThat(extras.get(0).value()).isGreaterThan(16);
    assertThat(extras.get(1).value()).isCloseTo(extras.get(0).value(), withinPercentage(50));
  }

  /** Nobody holds on to what the floor makes. */
  @Test
  void pending_nothingReachable_isNotCounted() throws Exception {
    assertThat(weigh(PendingWeight.entrant(TimerContestants.FLOOR, 20_000, true)))
        .extracting(Extra::name)
        .containsExactly("bytes a pending timer (heap)");
  }

  private static List<Extra> weigh(Entrant entrant) throws Exception {
    Round round = entrant.opener().call().round(1);
    return round.extras();
  }

  private static List<Contest> contests() {
    Sizes sizes = new Sizes(List.of(1), 1, 1, List.of(10_000_000, 1_000), 1, 1, 1);
    return new MemoryQuestion().contests(sizes);
  }
}
