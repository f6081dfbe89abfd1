package io.loomwheel.rxjava;

import io.loomwheel.contract.TimeoutObserver;
import io.loomwheel.contract.TimeoutRace;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.function.Consumer;
import org.reactivestreams.Publisher;

class OperatorsTimeoutRaceTest extends TimeoutRace {
  private static final class Observer extends TimeoutObserver
      implements FlowableSubscriber<Integer> {}

  private final WheelScheduler scheduler = WheelScheduler.on(timer);

  @Override
  protected void subscribe(
      Publisher<Integer> source, Publisher<Integer> fallback, TimeoutObserver downstream) {
    Flowable.fromPublisher(source)
        .compose(
            fallback == null
                ? WheelOperators.timeout(IDLE, scheduler)
                : WheelOperators.timeout(IDLE, scheduler, Flowable.fromPublisher(fallback)))
        .subscribe((Observer) downstream);
  }

  @Override
  protected TimeoutObserver observer() {
    return new Observer();
  }

  @Override
  protected void onUndelivered(Consumer<Throwable> notified) {
    RxJavaPlugins.setErrorHandler(notified::accept);
  }

  @Override
  protected void resetHooks() {
    RxJavaPlugins.reset();
  }
}
