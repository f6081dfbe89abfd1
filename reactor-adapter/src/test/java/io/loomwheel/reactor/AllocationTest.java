package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.HOURS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.contract.Memory;
import io.loomwheel.reactor.ReactorWheelWorker.ReactorWorkerTask;
import io.loomwheel.reactor.WheelScheduler.ReactorTask;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/** What the hot paths allocate, counted by the JVM for the thread that runs them. */
class AllocationTest {
  private static final int TIMES = 200_000;

  /** What the slots of the wheel grow by, and the JVM itself now and then. */
  private static final long AMORTISED = 4;

  private final WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);

  private static long bytesEach(Runnable todo) {
    return Memory.allocatedBy(todo) / TIMES;
  }

  @Test
  void schedule_direct_allocatesTheTaskAlone() {
    Runnable nothing = () -> {};
    long bytes =
        bytesEach(
            () -> {
              for (int i = 0; i < TIMES; i++) {
                scheduler.schedule(nothing, 1, HOURS).dispose();
              }
            });
    long task = ClassLayout.parseClass(ReactorTask.class).instanceSize();
    assertThat(bytes).isBetween(task, task + AMORTISED);
  }

  @Test
  void schedule_onAWorker_allocatesTheTaskAlone() {
    Runnable nothing = () -> {};
    Scheduler.Worker worker = scheduler.createWorker();
    long bytes =
        bytesEach(
            () -> {
              for (int i = 0; i < TIMES; i++) {
                worker.schedule(nothing, 1, HOURS).dispose();
              }
            });
    long task = ClassLayout.parseClass(ReactorWorkerTask.class).instanceSize();
    assertThat(bytes).isBetween(task, task + AMORTISED);
  }

  @Test
  void timeout_perElement_allocatesNothing() {
    Flux<Integer> flux =
        Flux.<Integer>generate(sink -> sink.next(1))
            .take(TIMES)
            .transform(WheelOperators.timeout(Duration.ofHours(1), scheduler));
    assertThat(bytesEach(flux::blockLast)).isZero();
  }
}
