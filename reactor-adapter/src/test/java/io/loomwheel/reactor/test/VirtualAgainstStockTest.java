package io.loomwheel.reactor.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.reactor.WheelScheduler;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.scheduler.Schedulers;
import reactor.test.scheduler.VirtualTimeScheduler;

/** What runs on the wheel in virtual time, and in which order, against the stock scheduler. */
class VirtualAgainstStockTest {
  private static final int SCENARIOS = 1000;

  private static List<String> onStock(long seed, boolean defer) {
    VirtualTimeScheduler time = VirtualTimeScheduler.getOrSet(defer);
    try {
      return RandomScenario.run(seed, time, Schedulers.parallel(), !defer);
    } finally {
      time.dispose();
    }
  }

  private static List<String> onWheel(long seed, boolean defer) {
    WheelScheduler wheel = WheelScheduler.create();
    VirtualTimeScheduler time = VirtualTimeScheduler.getOrSet(defer);
    try {
      return RandomScenario.run(seed, time, wheel, !defer);
    } finally {
      time.dispose();
      wheel.dispose();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void randomScenarios_runAsOnTheStockScheduler(boolean defer) {
    List<Long> different = new ArrayList<>();
    for (long seed = 0; seed < SCENARIOS; seed++) {
      if (!onWheel(seed, defer).equals(onStock(seed, defer))) {
        different.add(seed);
      }
    }
    assertThat(different).as("seeds that differ").isEmpty();
  }
}
