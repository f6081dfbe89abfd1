package io.loomwheel.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.contract.TimeoutObserver;
import io.loomwheel.contract.TimeoutRace;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;

class OperatorsTimeoutRaceTest extends TimeoutRace {
  private static final class Observer extends TimeoutObserver implements CoreSubscriber<Integer> {}

  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final AtomicInteger dropped = new AtomicInteger();

  OperatorsTimeoutRaceTest() {
    Hooks.onNextDropped(element -> dropped.incrementAndGet());
  }

  @Override
  protected void subscribe(
      Publisher<Integer> source, Publisher<Integer> fallback, TimeoutObserver downstream) {
    Flux.from(source)
        .transform(
            fallback == null
                ? WheelOperators.timeout(IDLE, scheduler)
                : WheelOperators.timeout(IDLE, fallback, scheduler))
        .subscribe(downstream);
  }

  @Override
  protected TimeoutObserver observer() {
    return new Observer();
  }

  @Override
  protected void onUndelivered(Consumer<Throwable> notified) {
    Hooks.onErrorDropped(notified);
  }

  @Override
  protected void assertReported(int late) {
    assertThat(dropped.getAndSet(0)).isEqualTo(late);
  }

  @Override
  protected void resetHooks() {
    Hooks.resetOnErrorDropped();
    Hooks.resetOnNextDropped();
  }
}
