package io.loomwheel.bench.questions;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.bench.timers.Alarm;
import io.loomwheel.bench.timers.Alarms;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrewTest {
  private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void run_moreProducersThanCores_allWorkUntilTheRoundIsOver(boolean virtual) throws Exception {
    int producers = 3 * Runtime.getRuntime().availableProcessors();
    List<Long> shares = Collections.synchronizedList(new ArrayList<>());
    long sum;
    try (Alarm alarm = Alarms.FLOOR.make().get();
        Crew crew = new Crew(new Producers(producers, virtual))) {
      long endNanos = System.nanoTime() + ROUND_NANOS;
      sum = crew.run(Collections.nCopies(producers, job(alarm, shares, virtual, endNanos)));
    }
    assertThat(shares)
        .hasSize(producers)
        .allSatisfy(it -> assertThat(it).isGreaterThan(Batch.SIZE));
    assertThat(sum).isEqualTo(shares.stream().mapToLong(Long::longValue).sum());
  }

  private static Callable<Long> job(
      Alarm alarm, List<Long> shares, boolean virtual, long endNanos) {
    return () -> {
      assertThat(Thread.currentThread().isVirtual()).isEqualTo(virtual);
      Held held = new Held(10, 1);
      held.fill(alarm);
      long ops = held.work(alarm, new OldestPairs(), endNanos);
      shares.add(ops);
      return ops;
    };
  }
}
