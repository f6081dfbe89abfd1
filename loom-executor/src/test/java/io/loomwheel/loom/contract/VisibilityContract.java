package io.loomwheel.loom.contract;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import org.junit.jupiter.api.Test;

/** Memory effects: plain fields, published by the executor alone. */
interface VisibilityContract extends Fixture {
  /** Plain on purpose. */
  final class Cell {
    int in;
    int out;
  }

  @Test
  default void submitRunGet_plainWritesAreSeenAlongTheWay() throws Exception {
    for (int i = 1; i <= 5_000; i++) {
      Cell cell = new Cell();
      cell.in = i;
      Future<?> future = executor().submit(() -> cell.out = cell.in);
      get(future);
      assertThat(cell.out).isEqualTo(i);
    }
  }

  @Test
  default void scheduleRunGet_plainWritesAreSeenAlongTheWay() throws Exception {
    for (int i = 1; i <= 50; i++) {
      Cell cell = new Cell();
      cell.in = i;
      Runnable copy = () -> cell.out = cell.in;
      get(executor().schedule(copy, i, MICROSECONDS));
      assertThat(cell.out).isEqualTo(i);
    }
  }

  @Test
  default void periodicRuns_plainWritesOfOneAreSeenByTheNext() throws Exception {
    int runs = 500;
    Cell cell = new Cell();
    CountDownLatch done = new CountDownLatch(runs);
    ScheduledFuture<?> future =
        executor()
            .scheduleAtFixedRate(
                () -> {
                  cell.in++;
                  if (done.getCount() > 0) {
                    cell.out = cell.in;
                  }
                  done.countDown();
                },
                0,
                1,
                NANOSECONDS);
    await(done);
    future.cancel(false);
    assertThat(cell.out).isEqualTo(runs);
  }
}
