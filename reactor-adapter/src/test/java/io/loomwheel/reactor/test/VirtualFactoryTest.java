package io.loomwheel.reactor.test;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelFactory;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

/** A scheduler of the factory that was fetched before has one clock, its timer's, as stock ones. */
class VirtualFactoryTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final BlockingQueue<String> ran = new LinkedBlockingQueue<>();
  private Scheduler held = Schedulers.immediate();

  @AfterEach
  void end() {
    VirtualTimeScheduler.reset();
    held.dispose();
    Schedulers.resetFactory();
  }

  private void hold() {
    Schedulers.setFactory(new WheelFactory(timer));
    held = Schedulers.newSingle("held", true);
  }

  private void note() {
    ran.add(Thread.currentThread().getName());
  }

  private String next() throws InterruptedException {
    return ran.poll(30, SECONDS);
  }

  @Test
  void heldScheduler_inVirtualTime_waitsOnItsTimerAlone() throws Exception {
    hold();
    VirtualTimeScheduler virtual = VirtualTimeScheduler.getOrSet();
    held.schedule(this::note, 1, HOURS);
    held.createWorker().schedule(this::note, 1, HOURS);
    Disposable periodic = held.schedulePeriodically(this::note, 1, 1, HOURS);
    assertThat(timer.pendingTimeouts()).isEqualTo(3);
    virtual.advanceTimeBy(HOUR);
    assertThat(ran).isEmpty();
    clock.advance(HOUR);
    for (int i = 0; i < 3; i++) {
      assertThat(next()).startsWith("held");
    }
    periodic.dispose();
  }

  @Test
  void now_inVirtualTime_isThatOfTheTimer() {
    hold();
    VirtualTimeScheduler.getOrSet().advanceTimeBy(HOUR);
    assertThat(held.now(HOURS)).isZero();
    clock.advance(HOUR.multipliedBy(2));
    assertThat(held.now(HOURS)).isEqualTo(2);
  }

  @Test
  void whatWaits_outlastsATestOfOthersInVirtualTime() throws Exception {
    hold();
    Scheduler.Worker worker = held.createWorker();
    StepVerifier.withVirtualTime(
            () -> {
              worker.schedule(this::note, 1, HOURS);
              return Mono.delay(HOUR);
            })
        .thenAwait(HOUR)
        .expectNext(0L)
        .verifyComplete();
    Disposable later = worker.schedule(() -> {}, 2, HOURS); // real time is back
    assertThat(ran).isEmpty();
    clock.advance(HOUR);
    assertThat(next()).startsWith("held");
    later.dispose();
  }

  @Test
  void schedulerFetchedWithinAScenario_isVirtual() {
    hold();
    StepVerifier.withVirtualTime(() -> Mono.delay(HOUR))
        .thenAwait(HOUR)
        .expectNext(0L)
        .verifyComplete();
    assertThat(timer.stats().armed()).isZero();
  }
}
