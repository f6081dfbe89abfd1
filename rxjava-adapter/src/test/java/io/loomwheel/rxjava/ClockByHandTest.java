package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.schedulers.Schedulers;
import io.reactivex.rxjava3.schedulers.TestScheduler;
import io.reactivex.rxjava3.schedulers.Timed;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Item 8: what time it is where the clock is moved by hand, and what operators make of it. */
class ClockByHandTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final PublishProcessor<String> source = PublishProcessor.create();

  @AfterEach
  void tidy() {
    RxJavaPlugins.reset();
  }

  /** Emits the first at 1 s, the second at 3 s, and ends at 10 s. */
  private void playTheSource() {
    clock.advance(Duration.ofSeconds(1));
    source.onNext("first");
    clock.advance(Duration.ofSeconds(2));
    source.onNext("second");
    clock.advance(Duration.ofSeconds(7));
    source.onComplete();
  }

  @Test
  void now_isTheClock_whoseZeroIsTheEpoch_ofWorkersToo() {
    Scheduler delegating = WheelScheduler.delegating(timer, Schedulers.trampoline());
    for (Scheduler each : List.of(scheduler, delegating)) {
      long start = clock.nanoTime();
      Scheduler.Worker worker = each.createWorker();
      clock.advance(Duration.ofMillis(1500));
      assertThat(each.now(NANOSECONDS)).isEqualTo(start + 1_500_000_000);
      assertThat(worker.now(MILLISECONDS)).isEqualTo(each.now(MILLISECONDS));
      assertThat(each.now(SECONDS)).isEqualTo((start + 1_500_000_000) / 1_000_000_000);
    }
  }

  @Test
  void now_ofTwoTimersOnOneClock_isTheSame_wheneverTheyWereMade() {
    clock.advance(Duration.ofHours(1));
    WheelScheduler later = WheelScheduler.on(WheelTimer.builder().clock(clock).build());
    assertThat(later.now(SECONDS)).isEqualTo(3600).isEqualTo(scheduler.now(SECONDS));
  }

  @Test
  void now_ofADefaultSchedulerOnTheWheel_isTheClockToo() {
    WheelPlugins.install(timer);
    Scheduler installed = Schedulers.computation();
    Scheduler.Worker worker = installed.createWorker();
    clock.advance(Duration.ofSeconds(5));
    assertThat(installed.now(SECONDS)).isEqualTo(5);
    assertThat(worker.now(SECONDS)).isEqualTo(5);
    worker.dispose();
    WheelPlugins.uninstall();
  }

  @Test
  void now_ofATestScheduler_isItsOwn_underAViewOfItsTimer() {
    WheelTestScheduler test = new WheelTestScheduler(7, SECONDS);
    test.advanceTimeBy(1, SECONDS);
    assertThat(WheelScheduler.on(test.timer()).now(SECONDS)).isEqualTo(test.now(SECONDS));
  }

  @Test
  void now_ofATarget_countsWhereTheTimersClockRunsByItself() {
    try (WheelTimer real = WheelTimer.create()) {
      TestScheduler target = new TestScheduler(42, SECONDS);
      Scheduler delegating = WheelScheduler.delegating(real, target);
      assertThat(delegating.now(SECONDS)).isEqualTo(42);
      assertThat(delegating.createWorker().now(SECONDS)).isEqualTo(42);
    }
  }

  @Test
  void timestampAndTimeInterval_sayHowFarTheClockWasMoved() {
    TestSubscriber<Timed<String>> stamps = source.timestamp(SECONDS, scheduler).test();
    TestSubscriber<Timed<String>> intervals = source.timeInterval(SECONDS, scheduler).test();
    playTheSource();
    stamps.assertResult(new Timed<>("first", 1, SECONDS), new Timed<>("second", 3, SECONDS));
    intervals.assertResult(new Timed<>("first", 1, SECONDS), new Timed<>("second", 2, SECONDS));
  }
}
