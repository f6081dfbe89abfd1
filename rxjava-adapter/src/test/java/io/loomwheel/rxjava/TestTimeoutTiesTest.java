package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableEmitter;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.schedulers.TestScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An element that comes at the very moment when its time is up, on the scheduler for tests: what
 * was submitted first comes first, the element or the timeout, as with RxJava's own {@code timeout}
 * on its {@code TestScheduler}.
 */
class TestTimeoutTiesTest {
  private static final int STREAMS = 1000;
  private static final int NANOS = 6;
  private static final Duration IDLE = Duration.ofNanos(NANOS);
  private static final Duration FIRST = Duration.ofNanos(NANOS - 2);

  private interface Operator {
    Flowable<Integer> on(Flowable<Integer> source, Scheduler scheduler);
  }

  @SuppressWarnings("ImmutableEnumChecker") // lambdas
  enum Form {
    FLOWABLE(
        (source, on) -> source.timeout(NANOS, NANOSECONDS, on),
        (source, on) -> source.compose(WheelOperators.timeout(NANOS, NANOSECONDS, on))),
    FLOWABLE_WITH_FALLBACK(
        (source, on) -> source.timeout(NANOS, NANOSECONDS, on, Flowable.just(7)),
        (source, on) -> source.compose(WheelOperators.timeout(IDLE, on, Flowable.just(7)))),
    FLOWABLE_WITH_FIRST(
        (source, on) -> source.timeout(flowable(NANOS - 2, on), element -> flowable(NANOS, on)),
        (source, on) -> source.compose(WheelOperators.timeout(FIRST, IDLE, on))),
    FLOWABLE_WITH_FIRST_AND_FALLBACK(
        (source, on) ->
            source.timeout(
                flowable(NANOS - 2, on), element -> flowable(NANOS, on), Flowable.just(7)),
        (source, on) -> source.compose(WheelOperators.timeout(FIRST, IDLE, on, Flowable.just(7)))),
    OBSERVABLE(
        (source, on) -> flowable(source.toObservable().timeout(NANOS, NANOSECONDS, on)),
        (source, on) -> flowable(source.toObservable().compose(WheelOperators.timeout(IDLE, on)))),
    OBSERVABLE_WITH_FALLBACK(
        (source, on) ->
            flowable(source.toObservable().timeout(NANOS, NANOSECONDS, on, Observable.just(7))),
        (source, on) ->
            flowable(
                source
                    .toObservable()
                    .compose(WheelOperators.timeout(IDLE, on, Observable.just(7))))),
    OBSERVABLE_WITH_FIRST(
        (source, on) ->
            flowable(
                source
                    .toObservable()
                    .timeout(
                        Observable.timer(NANOS - 2, NANOSECONDS, on),
                        element -> Observable.timer(NANOS, NANOSECONDS, on))),
        (source, on) ->
            flowable(source.toObservable().compose(WheelOperators.timeout(FIRST, IDLE, on))));

    private final Operator stock;
    private final Operator ours;

    Form(Operator stock, Operator ours) {
      this.stock = stock;
      this.ours = ours;
    }

    private static Flowable<Long> flowable(int nanos, Scheduler on) {
      return Flowable.timer(nanos, NANOSECONDS, on);
    }

    private static Flowable<Integer> flowable(Observable<Integer> timed) {
      return timed.toFlowable(BackpressureStrategy.BUFFER);
    }
  }

  private static Flowable<Integer> source(Random random, Scheduler on) {
    return Flowable.create(
        sink -> {
          Scheduler.Worker worker = on.createWorker();
          sink.setDisposable(worker);
          emit(sink, worker, random, 0);
        },
        BackpressureStrategy.BUFFER);
  }

  private static void emit(
      FlowableEmitter<Integer> sink, Scheduler.Worker worker, Random random, int number) {
    boolean before = random.nextBoolean(); // plans the next one before it emits this, or after
    worker.schedule(
        () -> {
          if (before && number < 5) {
            emit(sink, worker, random, number + 1);
          }
          if (number < 5) {
            sink.onNext(number);
          } else {
            sink.onComplete();
          }
          if (!before && number < 5) {
            emit(sink, worker, random, number + 1);
          }
        },
        1 + random.nextInt(NANOS),
        NANOSECONDS);
  }

  private static List<String> run(long seed, Operator operator, Scheduler on, LongConsumer pass) {
    List<String> log = new ArrayList<>();
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    var unused =
        operator
            .on(source(random, on), on)
            .subscribe(
                element -> log.add(element + " at " + on.now(NANOSECONDS)),
                error -> log.add(error.getClass().getSimpleName() + " at " + on.now(NANOSECONDS)),
                () -> log.add("complete at " + on.now(NANOSECONDS)));
    for (int i = 0; i < 8 * NANOS; i++) {
      pass.accept(1);
    }
    return log;
  }

  @ParameterizedTest
  @EnumSource
  void randomStreams_withManyTies_endAsWithTheStockOperator(Form form) {
    List<Long> different = new ArrayList<>();
    int completed = 0;
    for (long seed = 0; seed < STREAMS; seed++) {
      TestScheduler stock = new TestScheduler();
      List<String> expected =
          run(seed, form.stock, stock, nanos -> stock.advanceTimeBy(nanos, NANOSECONDS));
      completed += expected.size() > 5 ? 1 : 0;
      WheelTestScheduler ours = new WheelTestScheduler();
      if (!run(seed, form.ours, ours, nanos -> ours.advanceTimeBy(nanos, NANOSECONDS))
          .equals(expected)) {
        different.add(seed);
      }
    }
    assertThat(completed).isBetween(STREAMS / 10, STREAMS * 9 / 10); // it tests both ends
    assertThat(different).as("seeds that differ").isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOWABLE_WITH_FIRST", "OBSERVABLE_WITH_FIRST"})
  void timeout_saysWhichTimeWasExceeded(Form form) {
    WheelTestScheduler test = new WheelTestScheduler();
    var none = form.ours.on(Flowable.never(), test).test();
    var one = form.ours.on(Flowable.just(1).concatWith(Flowable.never()), test).test();
    test.advanceTimeBy(NANOS, NANOSECONDS);
    none.assertFailure(TimeoutException.class)
        .assertError(error -> error.getMessage().contains("for 4 nanoseconds"));
    one.assertFailure(TimeoutException.class, 1)
        .assertError(error -> error.getMessage().contains("for 6 nanoseconds"));
  }

  @Test
  void timeout_timesInTwoUnits_eachIsInItsOwn() {
    WheelTestScheduler test = new WheelTestScheduler();
    var one =
        Flowable.just(1)
            .concatWith(Flowable.never())
            .compose(WheelOperators.timeout(Duration.ofSeconds(2), Duration.ofMillis(500), test))
            .test();
    test.advanceTimeBy(500, MILLISECONDS);
    one.assertFailure(TimeoutException.class, 1);
  }
}
