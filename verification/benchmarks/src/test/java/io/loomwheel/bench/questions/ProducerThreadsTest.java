package io.loomwheel.bench.questions;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.bench.timers.BenchmarkTimer;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProducerThreadsTest {
  private static final long ROUND_NANOS = TimeUnit.SECONDS.toNanos(10);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void run_moreProducersThanCores_allWorkBeforeTheRoundIsOver(boolean virtual) {
    int producers = 3 * Runtime.getRuntime().availableProcessors();
    long endNanos = System.nanoTime() + ROUND_NANOS;
    Meeting meeting = new Meeting(producers, virtual, endNanos, ConcurrentHashMap.newKeySet());
    Callable<Long> job = () -> new Held(10, 1).work(meeting, new OldestPairs(), endNanos);

    try (ProducerThreads crew = new ProducerThreads(new Producers(producers, virtual))) {
      assertThatThrownBy(() -> crew.run(Collections.nCopies(producers, job)))
          .hasRootCauseInstanceOf(AllAreHere.class);
    }
  }

  /** Ends the work of all as soon as each thread has armed something before the end. */
  private record Meeting(int threads, boolean virtual, long endNanos, Set<Thread> seen)
      implements BenchmarkTimer {
    @Override
    public Object arm(long delayNanos) {
      Thread producer = Thread.currentThread();
      if (producer.isVirtual() == virtual && System.nanoTime() - endNanos < 0) {
        seen.add(producer);
      }
      if (seen.size() == threads) {
        throw new AllAreHere();
      }
      return this;
    }

    @Override
    public void cancel(Object handle) {}

    @Override
    public void close() {}
  }

  @SuppressWarnings("serial")
  private static final class AllAreHere extends RuntimeException {}
}
