package io.loomwheel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;

/** What an idle timeout promises, whichever library's stream has it. */
public abstract class IdleTimeoutContract {
  protected static final Duration IDLE = Duration.ofSeconds(30);
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofSeconds(5);
  private static final Duration NANO = Duration.ofNanos(1);
  private static final int MOST = 9;
  private static final String FOR_EVER = "PT9223372036854775807S";
  private static final String CENTURIES = "P73000D";

  private final ManualClock clock = new ManualClock();

  /** Of the scheduler that the operators under test are on. */
  protected final WheelTimer timer =
      WheelTimer.builder().clock(clock).maxPendingTimeouts(MOST).build();

  protected final SourceByHand source = SourceByHand.create();
  protected final SourceByHand fallback = SourceByHand.create();

  /** An Error, which is caught less often than an exception, and ends a stream as one. */
  protected final AssertionError onPurpose = new AssertionError("on purpose");

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
    return timed(null, IDLE);
  }

  protected final Publisher<Integer> timedWith(Publisher<Integer> fallback) {
    return timed(source, null, IDLE, fallback);
  }

  private Publisher<Integer> timed(@Nullable Duration first, Duration idle) {
    return timed(source, first, idle, null);
  }

  /** Checks that a stream fails in so long, after these elements, and not a nanosecond before. */
  private void failsIn(Duration time, Seen seen, Integer... after) {
    pass(time.minus(NANO));
    seen.goesOn(after);
    pass(NANO);
    assertThat(seen.fails(TimeoutException.class, after)).hasMessageContaining(said(time));
    assertThat(timer.pendingTimeouts()).isZero();
  }

  // --- silence ---

  /**
   * Each element comes so long after what was before; where that is a "&lt;", a nanosecond before
   * it is too late.
   */
  @ParameterizedTest(name = "first {0}, idle {1}, elements after {2}")
  @CsvSource(
      nullValues = "-",
      value = {
        "-, PT30S, -",
        "-, PT30S, < PT1S <",
        "PT60S, PT5S, -",
        "PT60S, PT5S, PT10S <",
        "PT5S, PT60S, -",
        "PT5S, PT60S, <",
        "PT5S, " + FOR_EVER + ", -",
        FOR_EVER + ", PT5S, " + CENTURIES
      })
  void silence_failsExactlyThen(@Nullable Duration first, Duration idle, @Nullable String gaps) {
    Seen seen = seen(timed(first, idle));
    Duration limit = first == null ? idle : first;
    List<Integer> elements = new ArrayList<>();
    for (String gap : gaps == null ? new String[0] : gaps.split(" ")) {
      pass(gap.equals("<") ? limit.minus(NANO) : Duration.parse(gap));
      elements.add(elements.size());
      source.to().onNext(elements.getLast());
      limit = idle;
    }
    assertThat(source.isInUse()).isTrue();
    failsIn(limit, seen, elements.toArray(Integer[]::new));
    assertThat(source.isInUse()).isFalse();
  }

  @Test
  void slowConsumer_isNotTheSourcesFault() {
    Seen seen = seen(timed(), seen().atEach(element -> pass(IDLE.multipliedBy(3))));
    source.to().onNext(1);
    failsIn(IDLE, seen, 1);
  }

  @Test
  void slowOnSubscribe_doesNotCount() {
    for (Publisher<Integer> timed : List.of(timed(), timed(IDLE, LONG))) {
      failsIn(IDLE, seen(timed, seen().atFirst(s -> pass(LONG))));
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

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {"-", "PT5S"})
  void idleForEver_neverComes(@Nullable Duration first) {
    Seen seen = seen(timed(first, Duration.parse(FOR_EVER)));
    source.to().onNext(1);
    pass(Duration.parse(CENTURIES));
    seen.goesOn(1);
    assertThat(timer.stats().fired()).isZero();
    source.to().onComplete();
    seen.completes(1);
  }

  // --- the first element's own time ---

  @Test
  void first_elementWithinTheSubscription_leavesTheOtherTime() {
    Publisher<Integer> atOnce =
        subscriber -> {
          source.subscribe(subscriber);
          subscriber.onNext(1);
        };
    failsIn(SHORT, seen(timed(atOnce, LONG, SHORT, null)), 1);
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
    try (Meeting meeting = new Meeting()) {
      for (int i = 0; i < 5_000; i++) {
        SourceByHand elements = SourceByHand.create();
        Seen seen = seen(timed(elements, LONG, SHORT, null));
        meeting.of(() -> elements.to().onNext(1), () -> pass(LONG));
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
    signalsAreDropped();
    seen.fails(TimeoutException.class, 1);
  }

  @Test
  void signalsAfterCancel_areDropped() {
    Seen seen = seen(timed(), seen().asking(0).atFirst(s -> s.cancel()));
    assertThat(timer.pendingTimeouts()).isZero();
    signalsAreDropped();
    seen.goesOn();
    assertThat(source.isCancelled()).isTrue();
  }

  /** Checks that the library alone is told of what comes now. */
  protected final void signalsAreDropped() {
    source.to().onNext(2);
    source.to().onError(onPurpose);
    source.to().onComplete();
    assertReported(2);
    assertThat(undelivered).containsExactly(onPurpose);
  }

  @Test
  void completedFailedAndCancelled_leaveNothingArmed() {
    SourceByHand failing = SourceByHand.create();
    SourceByHand left = SourceByHand.create();
    Seen completed = seen(timed());
    Seen failed = seen(timed(failing, null, IDLE, null));
    Seen cancelled = seen(timed(left, null, IDLE, null));
    List.of(source, failing, left).forEach(each -> each.to().onNext(1));
    assertThat(timer.pendingTimeouts()).isEqualTo(3);
    source.to().onComplete();
    failing.to().onError(onPurpose);
    cancelled.cancel();
    assertThat(left.isCancelled()).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
    pass(IDLE);
    completed.completes(1);
    assertThat(failed.fails(AssertionError.class, 1)).isSameAs(onPurpose);
    cancelled.goesOn(1);
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
  void endedFromWithinAnElement_whatComesThenIsDropped() {
    Seen seen = seen();
    seen.atEach(
        element -> {
          if (element == 1) {
            source.to().onComplete();
            source.to().onNext(2);
            source.to().onError(onPurpose);
          }
        });
    seen(timed(), seen);
    source.to().onNext(1);
    source.to().onNext(3);
    seen.completes(1);
    assertThat(undelivered).containsExactly(onPurpose);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void reenteredBySource_keepsTheTimeUntilTheOutermostElementIsThrough() {
    Seen seen = seen();
    seen.atEach(
        element -> {
          if (element == 1) {
            source.to().onNext(2);
            pass(IDLE.multipliedBy(2));
          }
        });
    seen(timed(), seen);
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
    Seen seen = seen().asking(0);
    seen.atFirst(
        s -> {
          s.request(1);
          s.cancel();
        });
    seen(timed(), seen);
    seen.goesOn();
    assertThat(undelivered).isEmpty();
    assertThat(source.isInUse()).isFalse();
    assertThat(source.asked).doesNotContain(1L);
  }

  @Test
  void fullTimer_isRejectedWithTheLimit() {
    for (int i = 0; i < MOST; i++) {
      timer.schedule(() -> {}, IDLE);
    }
    assertThat(seen(timed()).fails(RejectedExecutionException.class))
        .hasStackTraceContaining("9 timeouts are pending, and maxPendingTimeouts is 9");
    assertThat(source.isInUse()).isFalse();
    seen(timed()).cancel();
    assertThat(timer.pendingTimeouts()).isEqualTo(MOST);
    assertThat(timer.stats().cancelled()).isZero();
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

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void endedInTime_neverSubscribesToTheFallback(boolean cancelled) {
    Seen seen = seen(timedWith(fallback));
    source.to().onNext(1);
    if (cancelled) {
      seen.cancel();
    } else {
      source.to().onComplete();
      seen.completes(1);
    }
    pass(IDLE);
    assertThat(fallback.isSubscribed()).isFalse();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void cancelledBeforeOrAfterTheFallbackComes_cancelsIt(boolean before) {
    SourceByHand late = SourceByHand.late();
    Seen seen = seen(timedWith(late));
    pass(IDLE);
    if (before) {
      seen.cancel();
    }
    late.begin();
    assertThat(late.isInUse()).isEqualTo(!before);
    seen.cancel();
    assertThat(late.isInUse()).isFalse();
  }

  @Test
  void failingFallback_failsTheStream() {
    Seen seen = seen(timedWith(fallback));
    pass(IDLE);
    fallback.to().onError(onPurpose);
    assertThat(seen.fails(AssertionError.class)).isSameAs(onPurpose);
  }
}
