package io.loomwheel.internal.dispatch;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.dispatch.Relay;
import io.loomwheel.hangwatch.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

/** A million tasks of all kinds at once. */
class RelayLoadTest {
  private static final int TASKS = 1_000_000;
  private static final int PRODUCERS = 4;
  private static final int BATCH = 100;
  private static final int BLOCKING_EVERY = 1_000;

  private final TaskRelay relay = new Relay();
  private final AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);
  private final AtomicInteger interrupted = new AtomicInteger();
  private final AtomicInteger elsewhere = new AtomicInteger();
  private final AtomicInteger given = new AtomicInteger();
  private final CountDownLatch othersDone = new CountDownLatch(TASKS - TASKS / BLOCKING_EVERY);
  private final CountDownLatch allDone = new CountDownLatch(TASKS);

  /** The blocking ones wait until all others have run, so any that waits behind one never runs. */
  @Test
  void execute_millionThatBlockThrowSpinOrInterrupt_eachRunsOnceAndWaitsBehindNone()
      throws Exception {
    List<Thread> producers = new ArrayList<>();
    for (int p = 0; p < PRODUCERS; p++) {
      int from = p * (TASKS / PRODUCERS);
      boolean atOnce = p % 2 == 0;
      producers.add(Thread.ofPlatform().start(() -> offer(from, from + TASKS / PRODUCERS, atOnce)));
    }
    for (Thread producer : producers) {
      producer.join();
    }
    assertThat(othersDone.await(60, SECONDS)).as("%s have not run", othersDone).isTrue();
    assertThat(allDone.await(60, SECONDS)).as("%s have not ended", allDone).isTrue();
    for (int i = 0; i < TASKS; i++) {
      assertThat(runs.get(i)).isEqualTo(1);
    }
    assertThat(interrupted).hasValue(0);
    assertThat(given).hasValue(0);
    assertThat(elsewhere).hasValue((int) relay.rescuedTasks()); // none, unless the machine is busy
  }

  private void offer(int from, int to, boolean atOnce) {
    for (int i = from; i < to; i += BATCH) {
      Runnable[] batch = new Runnable[BATCH];
      for (int j = 0; j < BATCH; j++) {
        int id = i + j;
        batch[j] = () -> run(id);
      }
      if (atOnce) {
        relay.executeAll(batch, () -> {}, (task, reason) -> given.incrementAndGet());
      } else {
        for (Runnable task : batch) {
          relay.execute(task);
        }
      }
    }
  }

  private void run(int id) {
    if (Thread.currentThread().isInterrupted()) {
      interrupted.incrementAndGet();
    }
    if (!Thread.currentThread().isVirtual()) {
      elsewhere.incrementAndGet();
    }
    runs.incrementAndGet(id);
    try {
      if (id % BLOCKING_EVERY == 0) {
        Waiting.forLatch(othersDone);
      } else {
        deed(id);
      }
    } finally {
      if (id % BLOCKING_EVERY != 0) {
        othersDone.countDown();
      }
      allDone.countDown();
    }
  }

  private static void deed(int id) {
    switch (id % 50) {
      case 1 -> throwOnPurpose();
      case 2, 3, 4 -> Thread.currentThread().interrupt();
      case 5 -> spin();
      default -> {}
    }
  }

  private static void throwOnPurpose() {
    Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> {});
    throw new IllegalStateException("on purpose");
  }

  private static void spin() {
    long end = System.nanoTime() + 20_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }
}
