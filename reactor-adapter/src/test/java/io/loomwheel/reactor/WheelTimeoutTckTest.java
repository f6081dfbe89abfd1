package io.loomwheel.reactor;

import io.loomwheel.contract.TimeoutTck;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

class WheelTimeoutTckTest extends TimeoutTck {
  private final WheelScheduler scheduler = WheelScheduler.on(timer);

  @Override
  protected Publisher<Integer> onTheSourcesThread(int elements) {
    return Flux.range(0, elements).transform(WheelOperators.timeout(LONG, scheduler));
  }

  @Override
  protected Publisher<Integer> onAnotherThread(int elements) {
    return Flux.range(0, elements)
        .publishOn(Schedulers.parallel())
        .transform(WheelOperators.timeout(LONG, Flux.<Integer>never(), scheduler));
  }

  @Override
  protected Publisher<Integer> goneOverToItsFallback(int elements) {
    return Flux.<Integer>never()
        .transform(WheelOperators.timeout(SHORT, Flux.range(0, elements), scheduler));
  }

  @Override
  protected Publisher<Integer> failed() {
    return Flux.<Integer>error(new IllegalStateException("on purpose"))
        .transform(WheelOperators.timeout(LONG));
  }
}
