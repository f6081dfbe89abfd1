package io.loomwheel.rxjava;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Scheduler;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** A source with an idle timeout. Immutable; each subscription has a timer of its own. */
final class IdleTimeoutFlowable<T> extends Flowable<T> {
  private final Flowable<T> source;
  private final IdleTime time;
  private final @Nullable Publisher<? extends T> fallback;

  IdleTimeoutFlowable(
      Flowable<T> source, IdleTime time, @Nullable Publisher<? extends T> fallback) {
    this.source = source;
    this.time = time;
    this.fallback = fallback;
  }

  @Override
  protected void subscribeActual(Subscriber<? super T> actual) {
    Scheduler test = time.test();
    if (test != null) {
      onTest(source, time, fallback, test).subscribe(actual);
      return;
    }
    RxIdleStream<T> stream =
        new RxIdleStream<>(actual, time, fallback == null ? null : fallback::subscribe);
    if (stream.begin()) {
      source.subscribe((Subscriber<T>) stream);
    }
  }

  /** {@return one subscription's timeout on the scheduler for tests, by RxJava's own operator} */
  static <T> Flowable<T> onTest(
      Flowable<T> source,
      IdleTime time,
      @Nullable Publisher<? extends T> fallback,
      Scheduler test) {
    AtomicBoolean begun = new AtomicBoolean();
    return source.timeout(
        Flowable.timer(time.first().amount(), time.first().unit(), test),
        element -> {
          begun.setPlain(true);
          return Flowable.timer(time.idle().amount(), time.idle().unit(), test);
        },
        fallback != null ? fallback : Flowable.error(() -> time.exceeded(!begun.getPlain())));
  }
}
