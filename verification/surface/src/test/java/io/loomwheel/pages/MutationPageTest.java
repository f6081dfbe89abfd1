package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of mutants says what the records say, and its numbers are sums of their lines. */
class MutationPageTest {
  @Test
  void page_isMadeFromTheRecords() throws Exception {
    assertThat(Pages.text(MutationPage.PAGE))
        .isEqualTo(MutationPage.page(MutationPage.records(Pages.ROOT)));
  }

  @Test
  void page_countsWhatIsKilled_ofWhatIsNotEquivalent() {
    MutationPage.Mutated mutated =
        new MutationPage.Mutated(
            "a.b.C",
            10,
            List.of(
                new MutationPage.Alive("d", "removed call to E::f", 2, "equivalent: empty"),
                new MutationPage.Alive("g", "removed call to E::f", 1, "cost: a second")));
    String page =
        MutationPage.page(
            List.of(new MutationPage.Scores("m", "2026-11-23", "5 of 10", List.of(mutated))));
    assertThat(page).endsWith("| **m** | 2026-11-23 | 10 | 7 | 2 | 87 % | 5 of 10 |\n");
  }
}
