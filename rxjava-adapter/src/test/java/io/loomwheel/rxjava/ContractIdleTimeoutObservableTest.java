package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.contract.IdleTimeoutMisbehaviourContract;
import io.loomwheel.contract.Seen;
import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableTransformer;
import io.reactivex.rxjava3.exceptions.UndeliverableException;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.time.Duration;
import org.reactivestreams.Publisher;

/** The idle timeout of an {@code Observable}. */
class ContractIdleTimeoutObservableTest extends IdleTimeoutMisbehaviourContract {
  private static final class FlowableSeen extends Seen implements FlowableSubscriber<Integer> {}

  private final WheelScheduler scheduler = WheelScheduler.on(timer);

  ContractIdleTimeoutObservableTest() {
    RxJavaPlugins.setErrorHandler(
        error ->
            undelivered.add(error instanceof UndeliverableException ? error.getCause() : error));
  }

  private static Observable<Integer> observable(Publisher<Integer> source) {
    return Flowable.fromPublisher(source).toObservable();
  }

  private static Publisher<Integer> publisher(Observable<Integer> timed) {
    return timed.toFlowable(BackpressureStrategy.MISSING);
  }

  @Override
  protected Publisher<Integer> timed(
      Publisher<Integer> source, Duration first, Duration idle, Publisher<Integer> fallback) {
    return publisher(observable(source).compose(operator(first, idle, fallback)));
  }

  private ObservableTransformer<Integer, Integer> operator(
      Duration first, Duration idle, Publisher<Integer> fallback) {
    if (first == null) {
      return fallback == null
          ? WheelOperators.timeout(idle, scheduler)
          : WheelOperators.timeout(idle, scheduler, observable(fallback));
    }
    return fallback == null
        ? WheelOperators.timeout(first, idle, scheduler)
        : WheelOperators.timeout(first, idle, scheduler, observable(fallback));
  }

  @Override
  protected Publisher<Integer> stock(Publisher<Integer> source, Duration first, Duration idle) {
    return publisher(
        observable(source)
            .timeout(
                Observable.timer(first.toNanos(), NANOSECONDS, scheduler),
                element -> Observable.timer(idle.toNanos(), NANOSECONDS, scheduler)));
  }

  @Override
  protected Seen seen() {
    return new FlowableSeen();
  }

  @Override
  protected void disposeScheduler() {
    scheduler.shutdown();
  }

  @Override
  protected String said(Duration time) {
    return "for " + time.toSeconds() + " seconds";
  }

  @Override
  protected void resetHooks() {
    RxJavaPlugins.reset();
  }
}
