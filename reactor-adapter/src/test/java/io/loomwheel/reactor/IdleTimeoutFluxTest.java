package io.loomwheel.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Fuseable.ConditionalSubscriber;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;
import reactor.test.subscriber.ConditionalTestSubscriber;
import reactor.test.subscriber.TestSubscriber;

/** The idle timeout beside other operators of Reactor: conditional ones, scans, bad sources. */
class IdleTimeoutFluxTest {
  private static final Duration IDLE = Duration.ofSeconds(30);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final List<Object> calls = new ArrayList<>();

  private final Subscription noting =
      new Subscription() {
        @Override
        public void request(long n) {
          calls.add(n);
        }

        @Override
        public void cancel() {
          calls.add("cancelled");
        }
      };

  @AfterEach
  void resetHooks() {
    Schedulers.resetOnScheduleHooks();
  }

  private <T> Flux<T> timed(Flux<T> source) {
    return source.transform(WheelOperators.timeout(IDLE, scheduler));
  }

  /** A source that begins, and whose subscriber the test calls itself. */
  private Flux<Integer> begun(List<CoreSubscriber<? super Integer>> subscribers) {
    return new Flux<>() {
      @Override
      public void subscribe(CoreSubscriber<? super Integer> subscriber) {
        subscribers.add(subscriber);
        subscriber.onSubscribe(noting);
      }
    };
  }

  @Test
  void request_ofNothing_isIgnoredAsByReactorsOwn() {
    for (boolean own : List.of(true, false)) {
      calls.clear();
      Flux<Integer> source = begun(new ArrayList<>());
      (own ? source.timeout(IDLE, scheduler) : timed(source))
          .doOnSubscribe(subscription -> List.of(0L, -4L, 3L).forEach(subscription::request))
          .subscribe(TestSubscriber.builder().initialRequest(0).build());
      assertThat(calls).containsExactly(3L);
    }
  }

  @Test
  void subscribe_throwsBeforeTheSourceBegins_changesNothingInTheLimitOfTheTimer() {
    WheelTimer limited = WheelTimer.builder().clock(clock).maxPendingTimeouts(1).build();
    Flux<Integer> failing =
        new Flux<>() {
          @Override
          public void subscribe(CoreSubscriber<? super Integer> subscriber) {
            throw new IllegalStateException("on purpose");
          }
        };
    failing
        .transform(WheelOperators.timeout(IDLE, WheelScheduler.on(limited)))
        .subscribe(element -> {}, error -> calls.add(error.getMessage()));
    assertThat(calls).containsExactly("on purpose");
    limited.schedule(() -> {}, IDLE);
    assertThatThrownBy(() -> limited.schedule(() -> {}, IDLE))
        .isInstanceOf(RejectedExecutionException.class);
  }

  /** Some of these call the operator's own form of subscribe, and report nothing that it throws. */
  private static Flux<Integer> calledBy(String caller, Flux<Integer> flux) {
    return switch (caller) {
      case "subscribeOn" -> flux.subscribeOn(Schedulers.immediate());
      case "delaySubscription" -> flux.delaySubscription(Mono.empty());
      case "refCount" -> flux.publish().refCount(1);
      case "using" -> Flux.using(() -> 1, any -> flux, any -> {});
      default -> flux;
    };
  }

  @ParameterizedTest
  @CsvSource({
    "subscribeOn, false", "delaySubscription, false", "refCount, false", "using, false",
    "subscribeOn, true", "delaySubscription, true", "refCount, true", "using, true",
    "the subscriber, true"
  })
  void subscribe_throws_isSignalledToWhoeverSubscribes(String caller, boolean begins) {
    IllegalStateException thrown = new IllegalStateException("on purpose");
    Flux<Integer> failing =
        new Flux<>() {
          @Override
          public void subscribe(CoreSubscriber<? super Integer> subscriber) {
            if (begins) {
              subscriber.onSubscribe(noting);
            }
            throw thrown;
          }
        };
    TestSubscriber<Integer> told = TestSubscriber.create();
    calledBy(caller, timed(failing)).subscribe(told);
    assertThat(told.expectTerminalError()).isSameAs(thrown);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  // --- conditional ---

  @Test
  void tryOnNext_downstreamTakesAll_countsAll() {
    TestSubscriber<Integer> all = TestSubscriber.builder().initialRequest(2).build();
    timed(Flux.range(1, 10).filter(x -> true)).subscribe(all);
    assertThat(all.getReceivedOnNext()).containsExactly(1, 2);
  }

  @Test
  @SuppressWarnings("unchecked")
  void tryOnNext_fallbackGetsWhatWasNotTaken_andLateElementsAreRefused() {
    List<CoreSubscriber<? super Integer>> subscribers = new ArrayList<>();
    TestPublisher<Integer> fallback = TestPublisher.create();
    List<Object> dropped = new ArrayList<>();
    ConditionalTestSubscriber<Integer> even =
        TestSubscriber.builder()
            .initialRequest(3)
            .contextPut("reactor.onNextDropped.local", (Consumer<Object>) dropped::add)
            .contextPut("reactor.onErrorDropped.local", (Consumer<Throwable>) dropped::add)
            .buildConditional(x -> (int) x % 2 == 0);
    begun(subscribers)
        .transform(WheelOperators.timeout(IDLE, fallback.flux(), scheduler))
        .subscribe(even);
    ConditionalSubscriber<Integer> subscriber =
        (ConditionalSubscriber<Integer>) subscribers.getFirst();
    assertThat(subscriber.tryOnNext(1)).isFalse();
    assertThat(subscriber.tryOnNext(2)).isTrue();
    clock.advance(IDLE);
    fallback.assertMinRequested(2).assertMaxRequested(2);
    Throwable late = new IllegalStateException("late");
    assertThat(subscriber.tryOnNext(4)).isFalse();
    subscriber.onError(late);
    assertThat(dropped).containsExactly(4, late);
    assertThat(even.getReceivedOnNext()).containsExactly(2);
  }

  @Test
  void cancel_sourceFailsAsTheJvmDoes_isThrown() {
    Flux<Integer> fatal =
        new Flux<>() {
          @Override
          public void subscribe(CoreSubscriber<? super Integer> subscriber) {
            subscriber.onSubscribe(
                new Subscription() {
                  @Override
                  public void request(long n) {}

                  @Override
                  public void cancel() {
                    throw new InternalError("on purpose");
                  }
                });
          }
        };
    TestSubscriber<Integer> subscriber = TestSubscriber.create();
    timed(fatal).subscribe(subscriber);
    assertThatThrownBy(subscriber::cancel).isInstanceOf(InternalError.class);
  }

  // --- what the message and a scan say ---

  @ParameterizedTest
  @CsvSource({"999999, 999999ns", "1000000, 1ms", "1999999, 1ms"})
  void timeout_message_isInMillisFromOneOn(long nanos, String said) {
    StepVerifier.create(
            Flux.never().transform(WheelOperators.timeout(Duration.ofNanos(nanos), scheduler)))
        .expectSubscription()
        .then(() -> clock.advance(Duration.ofSeconds(1)))
        .verifyErrorSatisfies(
            error ->
                assertThat(error)
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageContaining("within " + said + " in '"));
  }

  @Test
  void timeout_sourceThatCannotBeScanned_isNotNamed() {
    StepVerifier.create(timed(begun(new ArrayList<>())))
        .expectSubscription()
        .then(() -> clock.advance(IDLE))
        .verifyErrorMessage(
            "Did not observe any item or terminal signal within 30000ms"
                + " (and no fallback has been configured)");
  }

  @Test
  void scan_ofTheOperator_showsItsSourceAndThatItIsSynchronous() {
    Flux<Integer> source = Flux.just(1);
    Scannable scan = Scannable.from(timed(source));
    assertThat(scan.scan(Attr.PARENT)).isSameAs(source);
    assertThat(scan.scan(Attr.RUN_STYLE)).isEqualTo(Attr.RunStyle.SYNC);
  }

  @Test
  void scan_ofASubscriber_showsItsNeighboursAndItsEnd() {
    List<CoreSubscriber<? super Integer>> subscribers = new ArrayList<>();
    TestSubscriber<Integer> downstream = TestSubscriber.create();
    timed(begun(subscribers)).subscribe(downstream);
    Scannable scan = Scannable.from(subscribers.getFirst());
    assertThat(scan.scan(Attr.RUN_STYLE)).isEqualTo(Attr.RunStyle.SYNC);
    assertThat(scan.scan(Attr.CANCELLED)).isFalse();
    assertThat(scan.scan(Attr.TERMINATED)).isFalse();
    assertThat(scan.scanUnsafe(Attr.PARENT)).isSameAs(noting);
    assertThat(scan.scan(Attr.ACTUAL)).isSameAs(downstream);
    assertThat(scan.scanUnsafe(Attr.ERROR)).isNull();
    downstream.cancel();
    assertThat(scan.scan(Attr.CANCELLED)).isTrue();
    timed(begun(subscribers)).subscribe(TestSubscriber.create());
    subscribers.getLast().onComplete();
    assertThat(Scannable.from(subscribers.getLast()).scan(Attr.TERMINATED)).isTrue();
  }

  @Test
  void scan_ofTheFallback_showsItsNeighbours() {
    List<Subscriber<? super Object>> waiting = new ArrayList<>();
    Flux<Object> fallback = Flux.from(waiting::add);
    TestSubscriber<Object> downstream = TestSubscriber.create();
    Flux.never().transform(WheelOperators.timeout(IDLE, fallback, scheduler)).subscribe(downstream);
    clock.advance(IDLE);
    waiting.getFirst().onSubscribe(noting);
    Scannable scan = Scannable.from(waiting.getFirst());
    assertThat(scan.scanUnsafe(Attr.PARENT)).isSameAs(noting);
    assertThat(scan.scan(Attr.ACTUAL)).isSameAs(downstream);
    assertThat(scan.scan(Attr.RUN_STYLE)).isEqualTo(Attr.RunStyle.SYNC);
    assertThat(scan.scanUnsafe(Attr.ERROR)).isNull();
  }

  // --- the shared timer ---

  @Test
  void timeout_onTheSharedTimer_switchesToTheFallback() {
    Duration soon = Duration.ofMillis(1);
    Duration bound = Duration.ofSeconds(60);
    assertThat(
            Flux.<Integer>never()
                .transform(WheelOperators.timeout(soon, Flux.just(7)))
                .blockFirst(bound))
        .isEqualTo(7);
    assertThat(
            Flux.<Integer>never()
                .transform(WheelOperators.timeout(soon, bound, Flux.just(8)))
                .blockFirst(bound))
        .isEqualTo(8);
  }

  // --- sources that break the rules ---

  @Test
  void hookOfOnSchedule_thatReturnsNull_isSignalled_andNothingStaysArmed() {
    Schedulers.onScheduleHook("null", task -> null);
    StepVerifier.create(timed(Flux.never())).verifyError(NullPointerException.class);
    assertThat(timer.pendingTimeouts()).isZero();
  }
}
