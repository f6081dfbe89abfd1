package io.loomwheel.soak.submitter;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.rxjava.WheelOperators;
import io.loomwheel.rxjava.WheelScheduler;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.disposables.Disposable;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * RxJava streams of both kinds that time out on the wheel, with a fallback or without one. Some
 * subscribers throw where they are notified of their subscription.
 */
final class RxTimeoutSubmitter implements Submitter {
  private static final int RUDE_ONE_IN = 16;
  private static final int FORMS = 11;

  private final Ground ground;
  private final WheelScheduler scheduler;
  private final AtomicInteger asked = new AtomicInteger();

  /** Set when nothing times out any more. */
  private volatile boolean closed;

  RxTimeoutSubmitter(Ground ground) {
    this.ground = ground;
    this.scheduler = WheelScheduler.on(ground.timer());
  }

  @Override
  public @Nullable Ticket submit(Entry entry, Runnable body, long delayNanos) {
    int number = asked.incrementAndGet();
    if (number % RUDE_ONE_IN == 0) {
      Rude.subscribe(
          Flowable.never()
              .compose(WheelOperators.<Object>timeout(delayNanos, NANOSECONDS, scheduler)));
      return null;
    }
    Runnable guarded = () -> Guarded.run(ground, body);
    AtomicBoolean refused = new AtomicBoolean();
    Disposable stream = subscribe(number % FORMS, guarded, delayNanos, refused);
    return refused.get() ? null : new Held(stream, refused);
  }

  private Disposable subscribe(int form, Runnable body, long nanos, AtomicBoolean refused) {
    Duration idle = Duration.ofNanos(nanos);
    Duration afterAnElement = Duration.ZERO; // which never comes
    Flowable<Object> flowable = Flowable.never();
    Observable<Object> observable = Observable.never();
    Flowable<Object> after = Flowable.fromRunnable(body);
    Observable<Object> then = Observable.fromRunnable(body);
    return switch (form) {
      case 0 -> watch(flowable.compose(WheelOperators.timeout(idle, scheduler)), body, refused);
      case 8 ->
          watch(
              flowable.compose(WheelOperators.timeout(idle, afterAnElement, scheduler)),
              body,
              refused);
      case 9 ->
          watch(
              flowable.compose(WheelOperators.timeout(idle, afterAnElement, scheduler, after)),
              body,
              refused);
      case 10 ->
          watch(
              observable.compose(WheelOperators.timeout(idle, afterAnElement, scheduler, then)),
              body,
              refused);
      case 1 ->
          watch(
              flowable.compose(WheelOperators.timeout(nanos, NANOSECONDS, scheduler)),
              body,
              refused);
      case 2 ->
          watch(flowable.compose(WheelOperators.timeout(idle, scheduler, after)), body, refused);
      case 3 ->
          watch(
              flowable.compose(WheelOperators.timeout(nanos, NANOSECONDS, scheduler, after)),
              body,
              refused);
      case 4 -> watch(observable.compose(WheelOperators.timeout(idle, scheduler)), body, refused);
      case 5 ->
          watch(
              observable.compose(WheelOperators.timeout(nanos, NANOSECONDS, scheduler)),
              body,
              refused);
      case 6 ->
          watch(observable.compose(WheelOperators.timeout(idle, scheduler, then)), body, refused);
      default ->
          watch(
              observable.compose(WheelOperators.timeout(nanos, NANOSECONDS, scheduler, then)),
              body,
              refused);
    };
  }

  private static Disposable watch(Flowable<Object> stream, Runnable body, AtomicBoolean refused) {
    return stream.subscribe(element -> {}, cause -> end(cause, body, refused));
  }

  private static Disposable watch(Observable<Object> stream, Runnable body, AtomicBoolean refused) {
    return stream.subscribe(element -> {}, cause -> end(cause, body, refused));
  }

  private static void end(Throwable cause, Runnable body, AtomicBoolean refused) {
    if (cause instanceof TimeoutException) {
      body.run();
    } else {
      refused.set(true);
    }
  }

  @Override
  public void close(boolean now) {
    scheduler.shutdown();
    closed = true;
  }

  private final class Held implements Ticket {
    private final Disposable stream;
    private final AtomicBoolean refused;

    Held(Disposable stream, AtomicBoolean refused) {
      this.stream = stream;
      this.refused = refused;
    }

    @Override
    public boolean cancel() {
      stream.dispose();
      return false;
    }

    /** A timer that is stopped ends no stream. */
    @Override
    public boolean isOver() {
      return closed || stream.isDisposed();
    }

    @Override
    public boolean isGivenUp() {
      return closed || refused.get();
    }
  }
}
