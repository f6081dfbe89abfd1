package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.contract.IdleTimeoutRequestsContract;
import io.loomwheel.contract.Seen;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.exceptions.UndeliverableException;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.time.Duration;
import org.reactivestreams.Publisher;

/** The idle timeout of a {@code Flowable}. */
class ContractIdleTimeoutFlowableTest extends IdleTimeoutRequestsContract {
  private static final class FlowableSeen extends Seen implements FlowableSubscriber<Integer> {}

  private final WheelScheduler scheduler = WheelScheduler.on(timer);

  ContractIdleTimeoutFlowableTest() {
    RxJavaPlugins.setErrorHandler(
        error ->
            undelivered.add(error instanceof UndeliverableException ? error.getCause() : error));
  }

  @Override
  protected Publisher<Integer> timed(
      Publisher<Integer> source, Duration first, Duration idle, Publisher<Integer> fallback) {
    return Flowable.fromPublisher(source).compose(operator(first, idle, fallback));
  }

  private FlowableTransformer<Integer, Integer> operator(
      Duration first, Duration idle, Publisher<Integer> fallback) {
    if (first == null) {
      return fallback == null
          ? WheelOperators.timeout(idle, scheduler)
          : WheelOperators.timeout(idle, scheduler, fallback);
    }
    return fallback == null
        ? WheelOperators.timeout(first, idle, scheduler)
        : WheelOperators.timeout(first, idle, scheduler, fallback);
  }

  @Override
  protected Publisher<Integer> stock(Publisher<Integer> source, Duration first, Duration idle) {
    return Flowable.fromPublisher(source)
        .timeout(
            Flowable.timer(first.toNanos(), NANOSECONDS, scheduler),
            element -> Flowable.timer(idle.toNanos(), NANOSECONDS, scheduler));
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
