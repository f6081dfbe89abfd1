package io.loomwheel.reactor.test;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.reactor.WheelOperators;
import io.loomwheel.reactor.WheelScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * An element that comes at the very moment when its time is up, in virtual time: what was submitted
 * first comes first, the element or the timeout, as with {@code Flux.timeout}.
 */
class VirtualTimeoutTiesTest {
  private static final Duration IDLE = Duration.ofNanos(6);
  private static final int STREAMS = 2000;

  private final WheelScheduler wheel = WheelScheduler.create();

  @AfterEach
  void end() {
    VirtualTimeScheduler.reset();
    wheel.dispose();
  }

  private interface Operator extends BiFunction<Flux<Integer>, Flux<Integer>, Flux<Integer>> {}

  /** A source that knows all its times at first, or each one when it comes to the one before. */
  private static Flux<Integer> source(Random random) {
    return Flux.create(
        sink -> {
          if (random.nextBoolean()) {
            long at = 0;
            for (int i = 0; i < 6; i++) {
              int number = i;
              at += random.nextInt(7);
              Schedulers.parallel().schedule(() -> emit(sink, number), at, NANOSECONDS);
            }
          } else {
            emitNext(sink, random, 0);
          }
        });
  }

  private static void emit(FluxSink<Integer> sink, int number) {
    if (number == 5) {
      sink.complete();
    } else {
      sink.next(number);
    }
  }

  private static void emitNext(FluxSink<Integer> sink, Random random, int number) {
    boolean before = random.nextBoolean(); // plans the next one before it emits this, or after
    Schedulers.parallel()
        .schedule(
            () -> {
              if (before && number < 5) {
                emitNext(sink, random, number + 1);
              }
              emit(sink, number);
              if (!before && number < 5) {
                emitNext(sink, random, number + 1);
              }
            },
            1 + random.nextInt(6),
            NANOSECONDS);
  }

  private static List<String> run(long seed, Operator operator) {
    List<String> log = new ArrayList<>();
    VirtualTimeScheduler time = VirtualTimeScheduler.getOrSet();
    try {
      Random random = new Random(seed * 0x9E3779B97F4A7C15L);
      Flux<Integer> fallback = random.nextBoolean() ? Flux.just(100, 101) : null;
      int times = random.nextInt(3);
      List<Flux<Integer>> streams = new ArrayList<>();
      for (int i = 0; i <= times; i++) { // several, with ties among their timers
        int stream = i;
        streams.add(
            operator
                .apply(source(new Random((seed * 7 + i) * 0x9E3779B97F4A7C15L)), fallback)
                .doOnCancel(() -> log.add(stream + " cancelled@" + time.now(NANOSECONDS))));
      }
      for (int i = 0; i < streams.size(); i++) {
        int stream = i;
        streams
            .get(i)
            .subscribe(
                element -> log.add(stream + ":" + element + "@" + time.now(NANOSECONDS)),
                error ->
                    log.add(
                        stream
                            + " "
                            + error.getClass().getSimpleName()
                            + "@"
                            + time.now(NANOSECONDS)),
                () -> log.add(stream + " done@" + time.now(NANOSECONDS)));
        time.advanceTimeBy(Duration.ofNanos(random.nextInt(3)));
      }
      for (int i = 0; i < 100; i++) {
        time.advanceTimeBy(Duration.ofNanos(1 + random.nextInt(3)));
      }
    } finally {
      time.dispose();
    }
    return log;
  }

  @Test
  void randomStreams_withManyTies_endAsWithTheStockOperator() {
    Operator stock =
        (flux, fallback) -> fallback == null ? flux.timeout(IDLE) : flux.timeout(IDLE, fallback);
    Operator ours =
        (flux, fallback) ->
            flux.transform(
                fallback == null
                    ? WheelOperators.timeout(IDLE, wheel)
                    : WheelOperators.timeout(IDLE, fallback, wheel));
    List<Long> different = new ArrayList<>();
    int timeouts = 0;
    for (long seed = 0; seed < STREAMS; seed++) {
      List<String> expected = run(seed, stock);
      timeouts += expected.toString().contains("TimeoutException") ? 1 : 0;
      if (!run(seed, ours).equals(expected)) {
        different.add(seed);
      }
    }
    assertThat(timeouts).isBetween(STREAMS / 10, STREAMS * 9 / 10); // it tests both
    assertThat(different).as("seeds that differ").isEmpty();
  }

  @Test
  void elementThatComesAtTheTimeout_afterOneFromOnSubscribe_endsAsWithTheStockOperator() {
    List<List<String>> logs = new ArrayList<>();
    for (boolean ours : new boolean[] {false, true}) {
      List<String> log = new ArrayList<>();
      VirtualTimeScheduler time = VirtualTimeScheduler.getOrSet();
      Flux<Integer> source = Flux.range(0, 3);
      (ours ? source.transform(WheelOperators.timeout(IDLE, wheel)) : source.timeout(IDLE))
          .concatMap(x -> Mono.just(x).delayElement(IDLE, Schedulers.parallel()), 0)
          .subscribe(
              x -> log.add(time.now(NANOSECONDS) + " " + x),
              e -> log.add(time.now(NANOSECONDS) + " " + e.getClass().getSimpleName()),
              () -> log.add("complete"));
      time.advanceTimeBy(Duration.ofNanos(40));
      time.dispose();
      logs.add(log);
    }
    assertThat(logs.get(0)).containsExactly("6 TimeoutException");
    assertThat(logs.get(1)).isEqualTo(logs.get(0));
  }
}
