package io.loomwheel.soak.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.soak.ledger.Balance;
import io.loomwheel.soak.load.Played;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageTest {
  @Test
  void of_faultsPlayedTwice_haveOneRowEach() {
    String page =
        page(
            played("calm", 10, 3, List.of("first")),
            played("storm", 100, 7, List.of()),
            played("calm", 20, 5, List.of("second")),
            played("storm", 200, 2, List.of()));

    assertThat(page.lines())
        .contains(
            "| calm | 2 | 30 | 30 | 0 | 0 | 0 | 0 | 0 | 5 |",
            "| storm | 2 | 300 | 300 | 0 | 0 | 0 | 0 | 0 | 7 |",
            "| all |  | 330 | 330 | 0 | 0 | 0 | | | |",
            "- calm: second")
        .doesNotContain("- calm: first");
  }

  @Test
  void of_rounds_addUpWhatFiredByWhatHandedItIn() {
    Played first = fired(Map.of("retry", 2L, "lease", 3L));
    Played second = fired(Map.of("retry", 5L));

    assertThat(page(first, second))
        .contains("{lease=3, retry=7}", "in order: 14", "1970-01-01T00:00:00Z");
  }

  @Test
  void of_whatWasOffInOnePass_isStillSaid() {
    Played off =
        new Played("calm", 1, lost(), Map.of(), 0, 0, 0, Duration.ZERO, List.of(), List.of("x"));

    assertThat(page(off, played("calm", 10, 3, List.of())))
        .contains("Off:", "- calm: x", "the ledger isn't at zero", "1 lost")
        .doesNotContain("All is well");
  }

  private static Balance lost() {
    return new Balance(1, 0, 0, 0, 0, 1, 0, 0, 0);
  }

  private static Played played(String fault, long fired, long lateMillis, List<String> figures) {
    Balance balance = new Balance(fired, fired, 0, 0, 0, 0, 0, 0, 0);
    Duration late = Duration.ofMillis(lateMillis);
    return new Played(fault, 1, balance, Map.of(), 0, 0, 0, late, figures, List.of());
  }

  private static String page(Played... rounds) {
    Heap.Line flat = new Heap.Line(2, 5, 5, 0, 0);
    return Page.of(
        new Report(Instant.EPOCH, "no options", "machine", 4, List.of(rounds), flat, 8, Map.of()));
  }

  private static Played fired(Map<String, Long> fired) {
    return new Played("calm", 1, Balance.ZERO, fired, 7, 0, 0, Duration.ZERO, List.of(), List.of());
  }
}
