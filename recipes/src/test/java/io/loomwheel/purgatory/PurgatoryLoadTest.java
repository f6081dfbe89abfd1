package io.loomwheel.purgatory;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Random keys and threads on the real clock: each operation completes exactly once, is counted
 * once, and nothing is kept. Threads put in, open gates, check, force and take out, all at once.
 */
class PurgatoryLoadTest {
  private static final int KEYS = 8;
  private static final int THREADS = 6;
  private static final int OPERATIONS = 12_000;

  private final WheelTimer timer = WheelTimer.create();
  private final AtomicIntegerArray gates = new AtomicIntegerArray(KEYS);
  private final Collection<Throwable> broken = new ConcurrentLinkedQueue<>();
  private final Collection<Gated> all = new ConcurrentLinkedQueue<>();
  private final AtomicLong counted = new AtomicLong();
  private final AtomicLong expired = new AtomicLong();
  private final CountDownLatch left = new CountDownLatch(THREADS * OPERATIONS);

  @AfterEach
  void close() {
    timer.close();
  }

  @Test
  void randomKeysAndThreads_eachCompletesOnceAndNothingIsKept() throws Exception {
    Purgatory<Integer> purgatory =
        Purgatory.builder().timer(timer).onFailure((failed, thrown) -> broken.add(thrown)).build();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> ends = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        ends.add(threads.submit(() -> rage(purgatory)));
      }
      for (Future<?> end : ends) {
        end.get(60, SECONDS);
      }
      assertThat(left.await(60, SECONDS)).as("all complete in the end").isTrue();
    }
    assertThat(broken).isEmpty();
    assertThat(all).allMatch(it -> it.completions.get() == 1).allMatch(Gated::isCompleted);
    assertThat(counted.get() + expired.get()).isEqualTo((long) THREADS * OPERATIONS);
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(purgatory.watched()).isZero();
    assertThat(purgatory.delayed()).isZero();
    assertThat(purgatory.lists).isEmpty();
  }

  private void rage(Purgatory<Integer> purgatory) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    for (int i = 0; i < OPERATIONS; i++) {
      Gated operation = new Gated(random.nextInt(KEYS), Duration.ofMillis(random.nextInt(1, 20)));
      all.add(operation);
      Set<Integer> keys = new HashSet<>(Set.of(operation.gate));
      keys.add(random.nextInt(KEYS));
      count(purgatory.tryCompleteElseWatch(operation, keys) ? 1 : 0);
      int key = random.nextInt(KEYS);
      switch (random.nextInt(8)) {
        case 0 -> count(operation.forceComplete() ? 1 : 0);
        case 1 -> purgatory.cancelForKey(key).forEach(it -> count(it.forceComplete() ? 1 : 0));
        case 2, 3, 4 -> {
          gates.incrementAndGet(key);
          count(purgatory.checkAndComplete(key));
        }
        default -> {}
      }
    }
  }

  private void count(int completed) {
    counted.addAndGet(completed);
  }

  /** Completes once its gate was opened after it was made. */
  private final class Gated extends DelayedOperation {
    final AtomicInteger completions = new AtomicInteger();
    final AtomicInteger inside = new AtomicInteger();
    final int gate;
    final int closedAt;

    Gated(int gate, Duration delay) {
      super(delay);
      this.gate = gate;
      this.closedAt = gates.get(gate);
    }

    @Override
    public boolean tryComplete() {
      if (inside.getAndIncrement() != 0) {
        broken.add(new AssertionError("attempts overlap"));
      }
      boolean open = gates.get(gate) != closedAt;
      inside.getAndDecrement();
      return open && forceComplete();
    }

    @Override
    public void onComplete() {
      if (completions.incrementAndGet() == 1) {
        left.countDown();
      }
    }

    @Override
    public void onExpiration() {
      expired.incrementAndGet();
    }
  }
}
