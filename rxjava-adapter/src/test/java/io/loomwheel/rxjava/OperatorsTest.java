package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.observers.TestObserver;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** RxJava's own timed operators on the wheel: to the nanosecond on a clock that the test moves. */
class OperatorsTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);

  private void pass(Duration time) {
    clock.advance(time);
  }

  @Test
  void timeout_silentSource_failsExactlyThen() {
    PublishProcessor<Integer> source = PublishProcessor.create();
    TestSubscriber<Integer> seen = source.timeout(30, SECONDS, scheduler).test();
    pass(Duration.ofSeconds(29));
    source.onNext(1);
    pass(Duration.ofSeconds(30).minusNanos(1));
    source.onNext(2);
    seen.assertValues(1, 2).assertNotComplete();
    pass(Duration.ofSeconds(30).minusNanos(1));
    seen.assertNoErrors();
    pass(Duration.ofNanos(1));
    seen.assertError(TimeoutException.class);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void timeout_completedSource_leavesNothingArmed() {
    Flowable.range(0, 1000)
        .timeout(30, SECONDS, scheduler)
        .test()
        .assertValueCount(1000)
        .assertComplete();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void singleTimer_emitsThen() {
    TestObserver<Long> seen = Single.timer(5, HOURS, scheduler).test();
    pass(Duration.ofHours(5).minusNanos(1));
    seen.assertNoValues();
    pass(Duration.ofNanos(1));
    seen.assertResult(0L);
  }

  @Test
  void delay_onVirtualThreads_keepsTheOrderOfTheSource() {
    List<Integer> numbers = IntStream.range(0, 100_000).boxed().toList();
    try (WheelTimer real = WheelTimer.create()) {
      List<Integer> delayed =
          Flowable.fromIterable(numbers)
              .delay(5, MILLISECONDS, WheelScheduler.on(real))
              .toList()
              .blockingGet();
      assertThat(delayed).isEqualTo(numbers);
    }
  }

  @Test
  void interval_ticksAtAFixedRateUntilCancelled() {
    TestSubscriber<Long> seen = Flowable.interval(1, SECONDS, scheduler).take(5).test();
    pass(Duration.ofSeconds(3));
    seen.assertValues(0L, 1L, 2L);
    pass(Duration.ofSeconds(2));
    seen.assertResult(0L, 1L, 2L, 3L, 4L);
    assertThat(timer.pendingTimeouts()).isZero();
  }
}
