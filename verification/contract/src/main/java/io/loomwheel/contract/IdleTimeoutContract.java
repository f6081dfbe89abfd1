package io.loomwheel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;

/** What an idle timeout promises, whichever library's stream has it. */
public abstract class IdleTimeoutContract {
  protected static final Duration IDLE = Duration.ofSeconds(30);
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofSeconds(5);
  private static final Duration NANO = Duration.ofNanos(1);
  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);
  private static final Duration CENTURIES = Duration.ofDays(365 * 200);

  private final ManualClock clock = new ManualClock();

  /** Of the scheduler that the operators under test are on. */
  protected final WheelTimer timer = WheelTimer.builder().clock(clock).build();

  protected final SourceByHand source = SourceByHand.create();
  protected final SourceByHand fallback = SourceByHand.create();
  protected final IllegalStateException onPurpose = new IllegalStateException("on purpose");

  /** What could not be delivered. */
  protected final List<Throwable> undelivered = new ArrayList<>();

  /** Made by JUnit. */
  protected IdleTimeoutContract() {}

  /**
   * {@return a source with an idle timeout}
   *
   * @param first until the first element; null for the operator that has one time
   * @param fallback null for the operator without one
   */
  protected abstract Publisher<Integer> timed(
      Publisher<Integer> source,
      @Nullable Duration first,
      Duration idle,
      @Nullable Publisher<Integer> fallback);

  /** {@return the same with an operator of the library, without a fallback} */
  protected abstract Publisher<Integer> stock(
      Publisher<Integer> source, Duration first, Duration idle);

  /** {@return a source with an idle timeout on another timer} */
  protected abstract Publisher<Integer> timedOn(WheelTimer other, Publisher<Integer> source);

  /** {@return a subscriber that the library calls as it is, without a guard before it} */
  protected abstract Seen seen();

  protected abstract void disposeScheduler();

  /** {@return how the message of a timeout says how long it was} */
  protected abstract String said(Duration time);

  /** Checks that the library has reported these elements, and no other, if it does. */
  protected void assertReported(Integer... late) {}

  /** Undoes what was hooked. */
  protected abstract void resetHooks();

  @AfterEach
  final void end() {
    resetHooks();
  }

  protected final void pass(Duration time) {
    clock.advance(time);
  }

  /** Throws, as no subscriber and no source may. */
  protected final void throwOnPurpose() {
    throw onPurpose;
  }

  protected final Seen seen(Publisher<Integer> of) {
    return seen(of, seen());
  }

  protected static Seen seen(Publisher<Integer> of, Seen by) {
    of.subscribe(by);
    return by;
  }

  protected final Publisher<Integer> timed() {
    return timed(source, null, IDLE, null);
  }

  protected final Publisher<Integer> timedWith(Publisher<Integer> fallback) {
    return timed(source, null, IDLE, fallback);
  }

  private Publisher<Integer> timed(Duration first, Duration idle) {
    return timed(source, first, idle, null);
  }

  // --- silence ---

  @Test
  void noFirstElement_failsExactlyThen() {
    Seen seen = seen(timed());
    pass(IDLE.minus(NANO));
    seen.goesOn();
    assertThat(source.isInUse()).isTrue();
    pass(NANO);
    assertThat(seen.fails(TimeoutException.class)).hasMessageContaining(said(IDLE));
    assertThat(source.isInUse()).isFalse();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void elements_eachBeginTheTimeAnew() {
    Seen seen = seen(timed());
    pass(IDLE.minus(NANO));
    source.to().onNext(1);
    pass(Duration.ofSeconds(1));
    source.to().onNext(2);
    pass(IDLE.minus(NANO));
    source.to().onNext(3);
    pass(IDLE.minus(NANO));
    seen.goesOn(1, 2, 3);
    pass(NANO);
    seen.fails(TimeoutException.class, 1, 2, 3);
  }

  @Test
  void slowConsumer_isNotTheSourcesFault() {
    Seen seen = seen(timed(), seen().atEach(element -> pass(IDLE.multipliedBy(3))));
    source.to().onNext(1);
    pass(IDLE.minus(NANO));
    seen.goesOn(1);
    pass(NANO);
    seen.fails(TimeoutException.class, 1);
  }

  @Test
  void slowOnSubscribe_doesNotCount() {
    for (Publisher<Integer> timed : List.of(timed(), timed(IDLE, LONG))) {
      Seen seen = seen(timed, seen().atFirst(s -> pass(LONG)));
      pass(IDLE.minus(NANO));
      seen.goesOn();
      pass(NANO);
      seen.fails(TimeoutException.class);
    }
  }

  @Test
  void busyStream_isPutOffInPlace() {
    Integer[] elements = IntStream.range(0, 1000).boxed().toArray(Integer[]::new);
    Seen seen =
        seen(timed(), seen().atEach(element -> assertThat(timer.pendingTimeouts()).isOne()));
    for (Integer element : elements) {
      pass(Duration.ofSeconds(1));
      source.to().onNext(element);
    }
    seen.goesOn(elements);
    assertThat(source.isInUse()).isTrue();
    assertThat(timer.stats().armed()).isEqualTo(1);
    assertThat(timer.stats().fired()).isZero();
    assertThat(timer.stats().rescheduled()).isBetween(1L, 1000L / 3);
  }

  @Test
  void zero_isUpWithTheNextTurn() {
    Seen seen = seen(timed(source, null, Duration.ZERO, null));
    seen.goesOn();
    pass(NANO);
    seen.fails(TimeoutException.class);
  }

  @Test
  void forEver_neverComes() {
    Seen seen = seen(timed(source, null, FOR_EVER, null));
    source.to().onNext(1);
    pass(CENTURIES);
    source.to().onComplete();
    seen.completes(1);
  }

  // --- the first element's own time ---

  @Test
  void firstLongerThanIdle_failsExactlyThen_andSaysItsTime() {
    Seen seen = seen(timed(LONG, SHORT));
    pass(LONG.minus(NANO));
    seen.goesOn();
    pass(NANO);
    assertThat(seen.fails(TimeoutException.class)).hasMessageContaining(said(LONG));
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void firstLongerThanIdle_isOverWithTheFirstElement() {
    Seen seen = seen(timed(LONG, SHORT));
    pass(SHORT.multipliedBy(2));
    source.to().onNext(1);
    pass(SHORT.minus(NANO));
    source.to().onNext(2);
    pass(SHORT.minus(NANO));
    seen.goesOn(1, 2);
    pass(NANO);
    assertThat(seen.fails(TimeoutException.class, 1, 2)).hasMessageContaining(said(SHORT));
  }

  @Test
  void firstShorterThanIdle_failsExactlyThen() {
    Seen seen = seen(timed(SHORT, LONG));
    pass(SHORT.minus(NANO));
    seen.goesOn();
    pass(NANO);
    seen.fails(TimeoutException.class);
  }

  @Test
  void firstShorterThanIdle_furtherElementsHaveTheirs() {
    Seen seen = seen(timed(SHORT, LONG));
    pass(SHORT.minus(NANO));
    source.to().onNext(1);
    pass(LONG.minus(NANO));
    seen.goesOn(1);
    pass(NANO);
    seen.fails(TimeoutException.class, 1);
  }

  @Test
  void first_elementWithinTheSubscription_leavesTheOtherTime() {
    Publisher<Integer> atOnce =
        subscriber -> {
          source.subscribe(subscriber);
          subscriber.onNext(1);
        };
    Seen seen = seen(timed(atOnce, LONG, SHORT, null));
    pass(SHORT);
    seen.fails(TimeoutException.class, 1);
  }

  @Test
  void firstForEver_waitsForAnElement_andThenNoLongerThanIdle() {
    Seen seen = seen(timed(FOR_EVER, SHORT));
    pass(CENTURIES);
    source.to().onNext(1);
    pass(SHORT);
    seen.fails(TimeoutException.class, 1);
  }

  @Test
  void idleForEver_onlyTheFirstElementHasATime() {
    Seen seen = seen(timed(SHORT, FOR_EVER));
    source.to().onNext(1);
    pass(Duration.ofDays(36_500));
    seen.goesOn(1);
    assertThat(timer.stats().fired()).isZero();
    Seen silent = seen(timed(SHORT, FOR_EVER));
    pass(SHORT);
    silent.fails(TimeoutException.class);
  }

  @Test
  void firstAndIdle_likeTheLibrarysOwn_sameElementsAndTheSameEnd() {
    Random random = new Random(31);
    for (int round = 0; round < 300; round++) {
      Duration first = Duration.ofMillis(1 + random.nextInt(100));
      Duration idle = Duration.ofMillis(1 + random.nextInt(100));
      List<SourceByHand> sources = List.of(SourceByHand.create(), SourceByHand.create());
      List<String> stock = new ArrayList<>();
      List<String> ours = new ArrayList<>();
      seen(stock(sources.get(0), first, idle), noting(stock));
      seen(timed(sources.get(1), first, idle, null), noting(ours));
      for (int i = 0; i < 10; i++) {
        pass(Duration.ofMillis(random.nextInt(50)));
        for (SourceByHand each : sources) {
          if (each.isInUse()) {
            each.to().onNext(i);
          }
        }
      }
      pass(LONG);
      assertThat(ours).as("%s, then %s", first, idle).isEqualTo(stock).isNotEmpty();
      assertThat(sources).noneMatch(SourceByHand::isInUse);
    }
    assertThat(timer.pendingTimeouts()).isZero();
  }

  /** {@return one that notes each element and the failure, and when they came} */
  private Seen noting(List<String> to) {
    return seen()
        .atEach(element -> to.add(element + " at " + clock.nanoTime()))
        .atFailure(cause -> to.add(cause.getClass().getSimpleName() + " at " + clock.nanoTime()));
  }

  @Test
  void first_elementAgainstItsEnd_theNextTimeoutIsNotLate() throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      for (int i = 0; i < 5_000; i++) {
        SourceByHand elements = SourceByHand.create();
        Seen seen = seen(timed(elements, LONG, SHORT, null));
        Future<?> clockMoved =
            other.submit(
                () -> {
                  start.await();
                  pass(LONG);
                  return null;
                });
        start.await();
        elements.to().onNext(1);
        clockMoved.get();
        pass(SHORT);
        seen.failsSomeTime(TimeoutException.class);
        assertThat(elements.isCancelled()).isTrue();
      }
    }
    assertThat(timer.pendingTimeouts()).isZero();
  }

  // --- ends ---

  @Test
  void lateSignals_areDropped() {
    Seen seen = seen(timed());
    source.to().onNext(1);
    pass(IDLE);
    source.to().onNext(2);
    source.to().onError(onPurpose);
    source.to().onComplete();
    seen.fails(TimeoutException.class, 1);
    assertReported(2);
    assertThat(undelivered).containsExactly(onPurpose);
  }

  @Test
  void signalsAfterCancel_areDropped() {
    Seen seen = seen(timed(), seen().asking(0).atFirst(s -> s.cancel()));
    assertThat(timer.pendingTimeouts()).isZero();
    source.to().onNext(2);
    source.to().onComplete();
    source.to().onError(onPurpose);
    seen.goesOn();
    assertThat(source.isCancelled()).isTrue();
    assertReported(2);
    assertThat(undelivered).containsExactly(onPurpose);
  }

  @Test
  void completedSource_leavesNothingArmed() {
    Seen seen = seen(timed());
    source.to().onNext(1);
    source.to().onComplete();
    assertThat(timer.pendingTimeouts()).isZero();
    pass(IDLE);
    seen.completes(1);
  }

  @Test
  void failedSource_leavesNothingArmed() {
    Seen seen = seen(timed());
    source.to().onNext(1);
    source.to().onError(onPurpose);
    assertThat(timer.pendingTimeouts()).isZero();
    pass(IDLE);
    assertThat(seen.fails(IllegalStateException.class, 1)).isSameAs(onPurpose);
  }

  @Test
  void cancelled_leavesNothingArmed() {
    Seen seen = seen(timed());
    source.to().onNext(1);
    assertThat(timer.pendingTimeouts()).isOne();
    seen.cancel();
    assertThat(source.isCancelled()).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void cancelledFromWithinAnElement_leavesNothingArmed() {
    Seen seen = seen();
    seen(timed(), seen.atEach(element -> seen.cancel()));
    source.to().onNext(1);
    pass(IDLE);
    seen.goesOn(1);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void completedFromWithinAnElement_staysCompleted() {
    Seen seen = seen(timed(), seen().atEach(element -> source.to().onComplete()));
    source.to().onNext(1);
    source.to().onNext(2);
    seen.completes(1);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void endedFromWithinAnElement_whatComesThenIsDropped() {
    Seen seen =
        seen(
            timed(),
            seen()
                .atEach(
                    element -> {
                      if (element == 1) {
                        source.to().onComplete();
                        source.to().onNext(2);
                        source.to().onError(onPurpose);
                      }
                    }));
    source.to().onNext(1);
    source.to().onNext(3);
    seen.completes(1);
    assertThat(undelivered).containsExactly(onPurpose);
  }

  @Test
  void reenteredBySource_keepsTheTimeUntilTheOutermostElementIsThrough() {
    Seen seen = seen();
    seen(
        timed(),
        seen.atEach(
            element -> {
              if (element == 1) {
                source.to().onNext(2);
                pass(IDLE.multipliedBy(2));
              }
            }));
    source.to().onNext(1);
    seen.goesOn(2, 1);
    pass(IDLE);
    seen.fails(TimeoutException.class, 2, 1);
  }

  @Test
  void downstreamThrowsFromOnSubscribe_leavesNoTimer() {
    Seen refusing = seen().atFirst(s -> throwOnPurpose());
    Publisher<Integer> timed = timed();
    Throwable thrown = catchThrowable(() -> timed.subscribe(refusing));
    assertThat(thrown == null ? undelivered.getFirst() : thrown)
        .hasStackTraceContaining("on purpose");
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(source.isInUse()).isFalse();
    pass(IDLE);
    assertThat(timer.stats().fired()).isZero();
  }

  @Test
  void sourceThatBeginsTwice_losesTheSecond() {
    Seen seen = seen(timed());
    SourceByHand second = SourceByHand.create();
    source.to().onSubscribe(second);
    assertThat(second.asked).containsExactly(-1L);
    assertThat(source.isCancelled()).isFalse();
    source.to().onNext(1);
    seen.goesOn(1);
    assertThat(timer.pendingTimeouts()).isOne();
  }

  // --- refusals ---

  @Test
  void stoppedTimer_isRejected() {
    timer.stop();
    seen(timed()).fails(RejectedExecutionException.class);
    assertThat(source.isInUse()).isFalse();
  }

  @Test
  void disposedScheduler_isRejected_butNotWhatRunsAlready() {
    Seen before = seen(timed());
    disposeScheduler();
    seen(timed(SourceByHand.create(), null, IDLE, null)).fails(RejectedExecutionException.class);
    assertThat(timer.pendingTimeouts()).isOne();
    pass(IDLE);
    before.fails(TimeoutException.class);
  }

  @Test
  void disposedScheduler_whoCancelsAtOnceIsToldNothing() {
    disposeScheduler();
    Seen seen =
        seen(
            timed(),
            seen()
                .asking(0)
                .atFirst(
                    s -> {
                      s.request(1);
                      s.cancel();
                    }));
    seen.goesOn();
    assertThat(undelivered).isEmpty();
    assertThat(source.isInUse()).isFalse();
    assertThat(source.asked).doesNotContain(1L);
  }

  @Test
  void fullTimer_isRejectedWithTheLimit() {
    WheelTimer full = WheelTimer.builder().clock(clock).maxPendingTimeouts(1).build();
    full.schedule(() -> {}, IDLE);
    assertThat(seen(timedOn(full, source)).fails(RejectedExecutionException.class))
        .hasStackTraceContaining("1 timeouts are pending, and maxPendingTimeouts is 1");
    assertThat(source.isInUse()).isFalse();
    Seen cancelled = seen(timedOn(full, SourceByHand.create()));
    cancelled.cancel();
    assertThat(full.pendingTimeouts()).isOne();
    assertThat(full.stats().cancelled()).isZero();
  }

  // --- fallback ---

  @Test
  void withFallback_goesOverToIt() {
    for (Duration first : new Duration[] {null, IDLE}) {
      SourceByHand silent = SourceByHand.create();
      SourceByHand other = SourceByHand.create();
      Seen seen = seen(timed(silent, first, IDLE, other));
      silent.to().onNext(1);
      pass(IDLE);
      assertThat(silent.isCancelled()).isTrue();
      pass(IDLE.multipliedBy(9));
      silent.to().onNext(-1);
      silent.to().onComplete();
      other.to().onNext(2);
      seen.goesOn(1, 2);
      other.to().onComplete();
      seen.completes(1, 2);
    }
  }

  @Test
  void withFallbackInTime_neverSubscribesToIt() {
    Seen seen = seen(timedWith(fallback));
    source.to().onNext(1);
    source.to().onComplete();
    pass(IDLE);
    seen.completes(1);
    assertThat(fallback.isSubscribed()).isFalse();
  }

  @Test
  void cancelledInTime_neverSubscribesToTheFallback() {
    seen(timedWith(fallback)).cancel();
    pass(IDLE);
    assertThat(fallback.isSubscribed()).isFalse();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void cancelledAfterTheFallbackCame_cancelsIt() {
    Seen seen = seen(timedWith(fallback));
    pass(IDLE);
    assertThat(fallback.isInUse()).isTrue();
    seen.cancel();
    assertThat(fallback.isInUse()).isFalse();
  }

  @Test
  void cancelledBeforeTheFallbackComes_cancelsIt() {
    SourceByHand late = SourceByHand.late();
    Seen seen = seen(timedWith(late));
    pass(IDLE);
    seen.cancel();
    late.begin();
    assertThat(late.isInUse()).isFalse();
  }

  @Test
  void failingFallback_failsTheStream() {
    Seen seen = seen(timedWith(fallback));
    pass(IDLE);
    fallback.to().onError(onPurpose);
    assertThat(seen.fails(IllegalStateException.class)).isSameAs(onPurpose);
  }
}
