package io.loomwheel.reactor.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.reactor.WheelScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * Item 29 of what Reactor asks for: when virtual time is on, and that all is as before after it.
 */
class VirtualTimeTest {
  private static final Duration HOUR = Duration.ofHours(1);

  /** As code under test would hold it: on real time, made long before any scenario. */
  private static final WheelScheduler HELD = WheelScheduler.create();

  private final List<Object> seen = new ArrayList<>();

  @AfterEach
  void virtualTimeIsOff() {
    assertThat(VirtualTimeScheduler.isFactoryEnabled()).isFalse();
  }

  @AfterAll
  static void disposeHeld() {
    HELD.dispose();
  }

  @Test
  void item29_scenario_factoryAndHeldSchedulerAreVirtualOnlyWithinIt() {
    WheelVirtualTime.withVirtualTime(
            () -> {
              seen.add(VirtualTimeScheduler.isFactoryEnabled());
              seen.add(HELD.now(TimeUnit.NANOSECONDS));
              return Mono.delay(HOUR, HELD);
            })
        .thenAwait(HOUR)
        .expectNext(0L)
        .verifyComplete();
    assertThat(seen).containsExactly(true, 0L);
    assertThat(HELD.now(TimeUnit.MILLISECONDS)).isGreaterThan(1_600_000_000_000L);
  }

  @Test
  void item29_afterVerify_factoryOfTheUserIsBack() {
    AtomicInteger made = new AtomicInteger();
    Schedulers.setFactory(
        new Schedulers.Factory() {
          @Override
          public Scheduler newSingle(ThreadFactory threads) {
            made.incrementAndGet();
            return Schedulers.Factory.super.newSingle(threads);
          }
        });
    try {
      WheelVirtualTime.withVirtualTime(() -> Mono.delay(HOUR, HELD))
          .thenAwait(HOUR)
          .expectNext(0L)
          .verifyComplete();
      Schedulers.newSingle("after").dispose();
      assertThat(made).hasValue(1);
    } finally {
      Schedulers.resetFactory();
    }
  }

  @Test
  void item29_scenarioThatThrows_leavesAllAsBefore() throws Exception {
    AtomicReference<Disposable> pending = new AtomicReference<>();
    assertThatThrownBy(
            () ->
                WheelVirtualTime.withVirtualTime(
                        () -> {
                          pending.set(HELD.schedule(() -> seen.add("dropped"), 1, TimeUnit.HOURS));
                          throw new IllegalStateException("on purpose");
                        })
                    .verifyComplete())
        .hasMessage("on purpose");
    assertThat(pending.get().isDisposed()).isTrue();
    assertRunsOnTheRealTimer();
  }

  @Test
  void item29_failedExpectation_leavesAllAsBefore() throws Exception {
    AtomicReference<Disposable> pending = new AtomicReference<>();
    assertThatThrownBy(
            () ->
                WheelVirtualTime.withVirtualTime(
                        () -> {
                          pending.set(HELD.schedule(() -> seen.add("dropped"), 1, TimeUnit.HOURS));
                          return Mono.delay(HOUR, HELD);
                        })
                    .thenAwait(HOUR)
                    .expectNext(1L)
                    .verifyComplete())
        .isInstanceOf(AssertionError.class);
    assertThat(pending.get().isDisposed()).isTrue();
    assertRunsOnTheRealTimer();
  }

  @Test
  void item29_pendingAtTheEnd_isDroppedAndDisposedOf() throws Exception {
    AtomicReference<Disposable> pending = new AtomicReference<>();
    AtomicReference<Disposable> repeated = new AtomicReference<>();
    WheelVirtualTime.withVirtualTime(
            () -> {
              pending.set(HELD.schedule(() -> seen.add("dropped"), 2, TimeUnit.HOURS));
              repeated.set(
                  HELD.createWorker()
                      .schedulePeriodically(() -> seen.add("tick"), 30, 30, TimeUnit.MINUTES));
              return Mono.delay(HOUR, HELD);
            })
        .thenAwait(HOUR)
        .expectNext(0L)
        .verifyComplete();
    assertThat(pending.get().isDisposed()).isTrue();
    assertThat(repeated.get().isDisposed()).isTrue();
    assertThat(seen).containsExactly("tick", "tick");
    assertRunsOnTheRealTimer();
  }

  @Test
  void item29_subscriberThrowsAtTheEnd_leavesAllAsBefore() throws Exception {
    WheelScheduler ending = WheelScheduler.create();
    WheelVirtualTime.withVirtualTime(
            () -> {
              ending.schedule(() -> seen.add("dropped"), 1, TimeUnit.HOURS);
              ending.disposeGracefully().subscribe(new ThrowingSubscriber());
              return Mono.just(1);
            })
        .expectNext(1)
        .verifyComplete();
    CompletableFuture.runAsync(
            () -> WheelVirtualTime.withVirtualTime(Mono::empty).verifyComplete(),
            task -> Thread.ofPlatform().daemon().start(task))
        .get(30, TimeUnit.SECONDS);
    assertRunsOnTheRealTimer();
  }

  private static void assertRunsOnTheRealTimer() throws InterruptedException {
    CountDownLatch ran = new CountDownLatch(2);
    HELD.schedule(ran::countDown, 1, TimeUnit.MILLISECONDS);
    HELD.createWorker().schedule(ran::countDown, 1, TimeUnit.MILLISECONDS);
    assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void item29_scenarioWithinAScenario_failsAndLeavesAllAsBefore() throws Exception {
    assertThatThrownBy(
            () ->
                WheelVirtualTime.withVirtualTime(() -> Mono.delay(HOUR, HELD))
                    .then(
                        () ->
                            WheelVirtualTime.withVirtualTime(() -> Mono.just(1))
                                .expectNext(1)
                                .verifyComplete())
                    .thenAwait(HOUR)
                    .expectNext(0L)
                    .verifyComplete())
        .hasStackTraceContaining("virtual time is on already");
    assertRunsOnTheRealTimer();
  }

  @Test
  void item29_scenariosOfTwoThreads_waitForEachOther() throws Exception {
    CountDownLatch done = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      Thread.ofPlatform()
          .start(
              () -> {
                for (int n = 0; n < 50; n++) {
                  WheelVirtualTime.withVirtualTime(() -> Mono.delay(HOUR, HELD))
                      .expectSubscription()
                      .expectNoEvent(HOUR)
                      .expectNext(0L)
                      .verifyComplete();
                }
                done.countDown();
              });
    }
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
  }
}
