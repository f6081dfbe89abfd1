package io.loomwheel.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  private static final Observed OBSERVED =
      new Observed(
          19_802,
          198,
          0,
          1_002,
          4,
          804,
          0,
          0,
          0,
          new Lateness(560_000, 8_660_000, 26_430_000, List.of()),
          Duration.ofMillis(6_530),
          Duration.ofMillis(8_860));

  @Test
  void of_twoReports_setsThemSideBySide() {
    Expected expected = new Expected(19_802, 198, 1_002, 804);

    String table =
        Table.of(
            expected,
            List.of(
                new Report("on the wheel", OBSERVED, null),
                new Report("on stock threads", OBSERVED, null)));

    assertThat(table.lines().map(String::length)).containsOnly(60);
    assertThat(table.lines().map(line -> line.strip().replaceAll(" {2,}", " | ")))
        .containsExactly(
            "on the wheel | on stock threads",
            "answered | 19,802 | 19,802",
            "timed out at every attempt | 198 | 198",
            "timeouts | 1,002 | 1,002",
            "timeouts expected | 1,002 | 1,002",
            "timeouts unforeseen | 4 | 4",
            "retried | 804 | 804",
            "early | 0 | 0",
            "lost | 0 | 0",
            "fired twice | 0 | 0",
            "failed | 0 | 0",
            "lateness p50 | 0.56 ms | 0.56 ms",
            "lateness p99 | 8.66 ms | 8.66 ms",
            "lateness max | 26.43 ms | 26.43 ms",
            "wall time | 6.53 s | 6.53 s",
            "process CPU | 8.86 s | 8.86 s");
  }
}
