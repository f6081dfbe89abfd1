package io.loomwheel.soak.submitter;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.rxjava.WheelOperators;
import io.loomwheel.rxjava.WheelScheduler;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableTransformer;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.functions.Consumer;
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
  private static final int FORMS = 12;

  /** After an element. */
  private static final Duration NEVER_COMES = Duration.ZERO;

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
    Consumer<Throwable> onError = cause -> end(cause, body, refused);
    return form % 2 == 0
        ? Flowable.never()
            .compose(ofFlowable(form / 2, nanos, Flowable.fromRunnable(body)))
            .subscribe(element -> {}, onError)
        : Observable.never()
            .compose(ofObservable(form / 2, nanos, Observable.fromRunnable(body)))
            .subscribe(element -> {}, onError);
  }

  private FlowableTransformer<Object, Object> ofFlowable(
      int form, long nanos, Flowable<Object> then) {
    Duration idle = Duration.ofNanos(nanos);
    return switch (form) {
      case 0 -> WheelOperators.timeout(idle, scheduler);
      case 1 -> WheelOperators.timeout(nanos, NANOSECONDS, scheduler);
      case 2 -> WheelOperators.timeout(idle, scheduler, then);
      case 3 -> WheelOperators.timeout(nanos, NANOSECONDS, scheduler, then);
      case 4 -> WheelOperators.timeout(idle, NEVER_COMES, scheduler);
      default -> WheelOperators.timeout(idle, NEVER_COMES, scheduler, then);
    };
  }

  private ObservableTransformer<Object, Object> ofObservable(
      int form, long nanos, Observable<Object> then) {
    Duration idle = Duration.ofNanos(nanos);
    return switch (form) {
      case 0 -> WheelOperators.timeout(idle, scheduler);
      case 1 -> WheelOperators.timeout(nanos, NANOSECONDS, scheduler);
      case 2 -> WheelOperators.timeout(idle, scheduler, then);
      case 3 -> WheelOperators.timeout(nanos, NANOSECONDS, scheduler, then);
      case 4 -> WheelOperators.timeout(idle, NEVER_COMES, scheduler);
      default -> WheelOperators.timeout(idle, NEVER_COMES, scheduler, then);
    };
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
