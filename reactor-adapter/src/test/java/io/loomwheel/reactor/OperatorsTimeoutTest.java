package io.loomwheel.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.Fuseable.ConditionalSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;
import reactor.util.context.Context;

/** What the idle timeout of Reactor promises beyond the contract. */
class OperatorsTimeoutTest {
  private static final Duration IDLE = Duration.ofSeconds(30);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final TestPublisher<Integer> source = TestPublisher.create();
  private final List<Object> dropped = new ArrayList<>();

  private Flux<Integer> timed() {
    return source.flux().transform(WheelOperators.timeout(IDLE, scheduler));
  }

  private Flux<Integer> timed(Publisher<Integer> fallback) {
    return source.flux().transform(WheelOperators.timeout(IDLE, fallback, scheduler));
  }

  private void pass(Duration time) {
    clock.advance(time);
  }

  @AfterEach
  void resetHooks() {
    Hooks.resetOnOperatorDebug();
    Schedulers.resetOnScheduleHooks();
  }

  @Test
  void timeout_likeFluxTimeout_saysTheSame() {
    Function<Flux<Integer>, Throwable> failure =
        flux -> {
          List<Throwable> seen = new ArrayList<>();
          flux.subscribe(element -> {}, seen::add);
          pass(IDLE);
          return seen.getFirst();
        };
    Flux<Integer> named = Flux.<Integer>never().name("quotes");
    Throwable stock = failure.apply(named.timeout(IDLE, scheduler));
    Throwable ours = failure.apply(named.transform(WheelOperators.timeout(IDLE, scheduler)));
    assertThat(ours).isInstanceOf(TimeoutException.class).hasMessage(stock.getMessage());
    assertThat(stock).hasMessageContaining("30000ms in 'quotes'");
  }

  // --- fallback ---

  @Test
  void timeout_fallbackThatThrowsFromSubscribe_failsTheStream() {
    Publisher<Integer> throwing =
        subscriber -> {
          throw new IllegalStateException("on purpose");
        };
    for (Publisher<Integer> fallback :
        List.of(throwing, Flux.from(throwing), Flux.from(throwing).map(x -> x))) {
      StepVerifier.create(timed(fallback))
          .expectSubscription()
          .then(() -> pass(IDLE))
          .verifyErrorMessage("on purpose");
    }
  }

  @Test
  void timeout_fallback_getsTheHookOfLastOperators() {
    List<String> seen = new ArrayList<>();
    Hooks.onLastOperator(
        "note",
        last -> {
          seen.add(Scannable.from(last).stepName());
          return last;
        });
    try {
      StepVerifier.create(timed(Flux.just(1).map(x -> x)))
          .expectSubscription()
          .then(() -> pass(IDLE))
          .expectNext(1)
          .verifyComplete();
    } finally {
      Hooks.resetOnLastOperator("note");
    }
    assertThat(seen).contains("wheelTimeout", "map");
  }

  // --- a citizen of Reactor ---

  @Test
  void timeout_context_reachesTheSourceAndTheFallback() {
    Flux<String> contextual = Flux.deferContextual(view -> Flux.just(view.<String>get("key")));
    StepVerifier.create(
            contextual
                .concatWith(Mono.never())
                .transform(WheelOperators.timeout(IDLE, contextual, scheduler))
                .contextWrite(Context.of("key", "value")))
        .expectNext("value")
        .then(() -> pass(IDLE))
        .expectNext("value")
        .verifyComplete();
  }

  @Test
  void timeout_conditionalDownstream_isAsked() {
    StepVerifier.create(
            Flux.range(1, 10)
                .transform(WheelOperators.timeout(IDLE, Flux.<Integer>empty(), scheduler))
                .filter(i -> i % 5 == 0),
            1)
        .expectNext(5)
        .thenRequest(1)
        .expectNext(10)
        .verifyComplete();
    List<Integer> asked = new ArrayList<>();
    Flux.range(1, 4).transform(WheelOperators.timeout(IDLE, scheduler)).subscribe(new Picky(asked));
    assertThat(asked).containsExactly(1, 2, 3, 4);
  }

  /** Takes even numbers, two of them. */
  private record Picky(List<Integer> asked) implements ConditionalSubscriber<Integer> {
    @Override
    public boolean tryOnNext(Integer element) {
      asked.add(element);
      return element % 2 == 0;
    }

    @Override
    public void onSubscribe(Subscription s) {
      s.request(2);
    }

    @Override
    public void onNext(Integer element) {
      throw new AssertionError("was not asked about " + element);
    }

    @Override
    public void onError(Throwable t) {
      throw new AssertionError(t);
    }

    @Override
    public void onComplete() {}
  }

  @Test
  void timeout_operatorDebug_namesTheLineOfTheTransform() {
    Hooks.onOperatorDebug();
    Flux<Integer> traced = timed();
    Throwable thrown =
        catchThrowable(
            () -> {
              traced.subscribe(element -> {}, error -> dropped.add(error));
              pass(IDLE);
            });
    assertThat(thrown).isNull();
    Throwable error = (Throwable) dropped.getFirst();
    assertThat(error).isInstanceOf(TimeoutException.class);
    assertThat(error.getSuppressed()).hasSize(1);
    assertThat(error.getSuppressed()[0]).hasMessageContaining("OperatorsTimeoutTest");
  }

  @Test
  void timeout_scheduleHook_isCalledOncePerSubscription() {
    List<String> calls = new ArrayList<>();
    Schedulers.onScheduleHook(
        "test",
        task -> {
          calls.add("hooked");
          return () -> {
            calls.add("ran");
            task.run();
          };
        });
    StepVerifier.create(timed())
        .then(() -> source.next(1, 2, 3))
        .expectNext(1, 2, 3)
        .then(() -> assertThat(calls).containsExactly("hooked"))
        .then(() -> pass(IDLE))
        .verifyError(TimeoutException.class);
    assertThat(calls).containsExactly("hooked", "ran");
  }
}
