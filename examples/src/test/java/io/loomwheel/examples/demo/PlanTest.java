package io.loomwheel.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final Duration TIMEOUT = Duration.ofMillis(400);

  @Test
  void fate_sameSeed_isTheSame() {
    assertThat(fates(new Plan(7, 5_000, TIMEOUT))).isEqualTo(fates(new Plan(7, 5_000, TIMEOUT)));
  }

  @Test
  void fate_otherSeed_isAnother() {
    assertThat(fates(new Plan(7, 5_000, TIMEOUT))).isNotEqualTo(fates(new Plan(8, 5_000, TIMEOUT)));
  }

  @Test
  void fate_manyRequests_areMostlyQuickSometimesSlowSometimesNever() {
    Map<Fate, Integer> counts = new EnumMap<>(Fate.class);
    fates(new Plan(7, 100_000, TIMEOUT)).forEach(fate -> counts.merge(fate, 1, Integer::sum));

    assertThat(counts.get(Fate.QUICK)).isBetween(91_000, 93_000);
    assertThat(counts.get(Fate.SLOW)).isBetween(4_500, 5_500);
    assertThat(counts.get(Fate.HANG)).isBetween(2_700, 3_300);
  }

  @Test
  void fate_afterAnAnswer_neverHangs() {
    Plan plan = new Plan(7, 5_000, TIMEOUT);

    for (int request = 0; request < plan.requests(); request++) {
      for (int attempt = 2; attempt <= Plan.ATTEMPTS; attempt++) {
        if (plan.fate(request, attempt - 1) != Fate.HANG) {
          assertThat(plan.fate(request, attempt)).isNotEqualTo(Fate.HANG);
        }
      }
    }
  }

  @Test
  void delays_anyRequest_areWellWithinTheTimeout() {
    Plan plan = new Plan(7, 5_000, TIMEOUT);

    assertThat(plan.slowDelay()).isLessThan(TIMEOUT.dividedBy(2)).isPositive();
    assertThat(IntStream.range(0, plan.requests()).mapToObj(plan::quickDelay))
        .allMatch(delay -> !delay.isNegative() && delay.compareTo(Duration.ofMillis(5)) <= 0);
  }

  @Test
  void expected_manyRequests_addsUp() {
    Plan plan = new Plan(7, 5_000, TIMEOUT);

    Expected expected = plan.expected();

    long hungAtFirst =
        IntStream.range(0, plan.requests()).filter(it -> plan.fate(it, 1) == Fate.HANG).count();
    long hungAtLast =
        IntStream.range(0, plan.requests())
            .filter(it -> plan.fate(it, Plan.ATTEMPTS) == Fate.HANG)
            .count();
    assertThat(expected.timedOut()).isEqualTo((int) hungAtLast).isPositive();
    assertThat(expected.answered()).isEqualTo(plan.requests() - expected.timedOut());
    assertThat(expected.timeouts())
        .isEqualTo((int) (hungAtFirst + (Plan.ATTEMPTS - 1) * hungAtLast));
    assertThat(expected.retried()).isEqualTo(expected.timeouts() - expected.timedOut());
  }

  private static List<Fate> fates(Plan plan) {
    return IntStream.range(0, plan.requests()).mapToObj(it -> plan.fate(it, 1)).toList();
  }
}
