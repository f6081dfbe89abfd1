package io.loomwheel.bench.questions;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.loomwheel.bench.measure.Round;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.CompositeDisposable;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.subjects.SingleSubject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Market data in RxJava: each symbol's ticks are watched by {@code debounce}, {@code
 * throttleLatest}, {@code buffer} and {@code timeout}, and requests with a timeout of a second are
 * answered after 10 ms.
 */
final class Market {
  private static final int SYMBOLS = 200;
  private static final int TICKS_A_STEP = 20;
  private static final int REQUESTS_A_STEP = 50;
  private static final int REQUESTS_OPEN = 10 * REQUESTS_A_STEP;
  private static final Integer TICK = 1;

  private final @Nullable Scheduler scheduler;
  private final LongAdder fired = new LongAdder();
  private long random = 1;

  /** Makes one; without a scheduler the ticks and the requests alone, watched by nothing. */
  Market(@Nullable Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  Round round(long lengthNanos) {
    CompositeDisposable watched = new CompositeDisposable();
    List<PublishProcessor<Integer>> symbols = new ArrayList<>();
    for (int i = 0; i < SYMBOLS; i++) {
      PublishProcessor<Integer> symbol = PublishProcessor.create();
      symbols.add(symbol);
      if (scheduler != null) {
        watch(symbol, scheduler, watched);
      }
    }
    Queue<SingleSubject<Integer>> open = new ArrayDeque<>();
    fired.reset();
    Round round =
        ApplicationsQuestion.paced(
            lengthNanos, MILLISECONDS.toNanos(1), () -> step(symbols, open), fired);
    watched.dispose();
    open.forEach(request -> request.onSuccess(TICK));
    return round;
  }

  private void watch(
      PublishProcessor<Integer> symbol, Scheduler clock, CompositeDisposable watched) {
    watched.addAll(
        symbol.debounce(5, MILLISECONDS, clock).subscribe(tick -> fired.increment()),
        symbol.throttleLatest(50, MILLISECONDS, clock).subscribe(tick -> fired.increment()),
        symbol.buffer(100, MILLISECONDS, clock).subscribe(ticks -> fired.increment()),
        symbol.timeout(1, SECONDS, clock).subscribe(tick -> {}, silent -> fired.increment()));
  }

  private void step(List<PublishProcessor<Integer>> symbols, Queue<SingleSubject<Integer>> open) {
    for (int i = 0; i < TICKS_A_STEP; i++) {
      random = Delay.random(random);
      symbols.get((int) ((random >>> 1) % SYMBOLS)).onNext(TICK);
    }
    for (int i = 0; i < REQUESTS_A_STEP; i++) {
      SingleSubject<Integer> request = SingleSubject.create();
      var unused =
          (scheduler == null ? request : request.timeout(1, SECONDS, scheduler))
              .subscribe(answer -> {}, late -> fired.increment());
      open.add(request);
      if (open.size() > REQUESTS_OPEN) {
        open.remove().onSuccess(TICK);
      }
    }
  }
}
