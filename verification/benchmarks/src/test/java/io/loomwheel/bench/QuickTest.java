package io.loomwheel.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.questions.Sizes;
import io.loomwheel.bench.questions.Topic;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuickTest {
  private static final Sizes SIZES =
      new Sizes(List.of(1, 2), 10_000, 100_000, List.of(1, 2, 3), 300_000, 20, 1_000_000);

  @Test
  void contests_allQuestions_haveUsAndSomebodyToCompareWith() {
    assertThat(contests())
        .hasSize(6)
        .allSatisfy(
            contest ->
                assertThat(contest.entrants())
                    .extracting(Entrant::role)
                    .contains(Role.SUBJECT)
                    .containsAnyOf(Role.PEER, Role.FLOOR));
    assertThat(contests())
        .filteredOn(contest -> !contest.question().equals("growth"))
        .allSatisfy(
            contest ->
                assertThat(contest.entrants()).extracting(Entrant::role).contains(Role.PEER));
  }

  @Test
  void contests_allQuestions_leaveTimeForAllRounds() {
    int rounds = contests().stream().mapToInt(it -> it.entrants().size()).sum() * Quick.ROUNDS;

    assertThat(rounds).isLessThanOrEqualTo(120);
    assertThat(Quick.ROUND_MILLIS).isGreaterThanOrEqualTo(1_000);
  }

  private static List<Contest> contests() {
    return Arrays.stream(Topic.values())
        .flatMap(topic -> Quick.contests(topic, SIZES).stream())
        .toList();
  }
}
