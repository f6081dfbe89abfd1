package io.loomwheel.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The factory that the starter gives to Reactor. */
class StarterFactoryTest {
  private static final ThreadFactory THREADS = Thread.ofPlatform().name("made").daemon().factory();

  private final WheelTimer timer = WheelTimer.create();

  interface Make {
    Scheduler with(Schedulers.Factory factory);
  }

  static Stream<Make> makes() {
    return Stream.of(
        factory -> factory.newSingle(THREADS),
        factory -> factory.newParallel(1, THREADS),
        factory -> factory.newBoundedElastic(1, 10, THREADS, 60),
        factory -> factory.newThreadPerTaskBoundedElastic(1, 10, THREADS));
  }

  @AfterEach
  void stop() {
    timer.close();
  }

  @ParameterizedTest
  @MethodSource("makes")
  void schedulers_ofEachKind_waitOnTheTimer(Make make) throws InterruptedException {
    Scheduler scheduler = make.with(new StarterFactory(new WheelFactory(timer)));
    scheduler.init();
    CountDownLatch ran = new CountDownLatch(1);
    scheduler.schedule(ran::countDown, 1, TimeUnit.MILLISECONDS);
    assertThat(ran.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(timer.stats().fired()).isEqualTo(1);
    scheduler.dispose();
  }

  @ParameterizedTest
  @MethodSource("makes")
  void schedulers_ofEachKind_haveTheNumbersThatReactorAsksFor(Make make) {
    Scheduler asked = make.with(new WheelFactory(timer));
    Scheduler made = make.with(new StarterFactory(new WheelFactory(timer)));
    assertThat(made).hasToString(asked.toString());
    asked.dispose();
    made.dispose();
  }

  @Test
  void isInstalled_anotherFactoryIs_leavesWhatThatHasGivenAlone() {
    List<Scheduler> made = new ArrayList<>();
    Schedulers.setFactory(
        new Schedulers.Factory() {
          @Override
          public Scheduler newSingle(ThreadFactory threads) {
            made.add(Schedulers.Factory.super.newSingle(threads));
            return made.getLast();
          }
        });
    try {
      assertThat(StarterFactory.isInstalled()).isFalse();
    } finally {
      Schedulers.resetFactory();
    }
    assertThat(made).hasSize(1).noneMatch(Scheduler::isDisposed); // others may have it, too
  }
}
