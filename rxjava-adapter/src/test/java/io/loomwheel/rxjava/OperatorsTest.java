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
import io.reactivex.rxjava3.subjects.PublishSubject;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
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
  void delay_keepsTheOrderOfTheSource() {
    List<Integer> numbers = IntStream.range(0, 1000).boxed().toList();
    TestSubscriber<Integer> seen =
        Flowable.fromIterable(numbers).delay(10, MILLISECONDS, scheduler).test();
    pass(Duration.ofMillis(10));
    seen.assertValueSequence(numbers).assertComplete();
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
  void debounce_emitsTheLastOfABurst() {
    PublishSubject<String> source = PublishSubject.create();
    TestObserver<String> seen = source.debounce(100, MILLISECONDS, scheduler).test();
    source.onNext("a");
    pass(Duration.ofMillis(99));
    source.onNext("b");
    pass(Duration.ofMillis(100));
    seen.assertValues("b");
    source.onNext("c");
    source.onComplete();
    seen.assertResult("b", "c");
    assertThat(timer.pendingTimeouts()).isZero();
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

  @Test
  void retryWhen_backoff_waitsOnTheWheel() {
    AtomicInteger attempts = new AtomicInteger();
    TestObserver<String> seen =
        Single.fromCallable(
                () -> {
                  if (attempts.incrementAndGet() < 3) {
                    throw new IllegalStateException("on purpose");
                  }
                  return "done";
                })
            .retryWhen(
                errors ->
                    errors
                        .zipWith(Flowable.range(0, 5), (e, i) -> 1L << i)
                        .flatMap(delay -> Flowable.timer(delay, SECONDS, scheduler)))
            .test();
    pass(Duration.ofSeconds(1));
    assertThat(attempts).hasValue(2);
    pass(Duration.ofSeconds(2));
    seen.assertResult("done");
  }
}
