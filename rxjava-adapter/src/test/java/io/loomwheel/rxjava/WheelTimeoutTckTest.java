package io.loomwheel.rxjava;

import io.loomwheel.contract.TimeoutTck;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import org.reactivestreams.Publisher;

class WheelTimeoutTckTest extends TimeoutTck {
  private final WheelScheduler scheduler = WheelScheduler.on(timer);

  @Override
  protected Publisher<Integer> onTheSourcesThread(int elements) {
    return Flowable.range(0, elements).compose(WheelOperators.timeout(LONG, scheduler));
  }

  @Override
  protected Publisher<Integer> onAnotherThread(int elements) {
    return Flowable.range(0, elements)
        .observeOn(Schedulers.computation())
        .compose(WheelOperators.timeout(LONG, scheduler, Flowable.<Integer>never()));
  }

  @Override
  protected Publisher<Integer> goneOverToItsFallback(int elements) {
    return Flowable.<Integer>never()
        .compose(WheelOperators.timeout(SHORT, scheduler, Flowable.range(0, elements)));
  }

  @Override
  protected Publisher<Integer> failed() {
    return Flowable.<Integer>error(new IllegalStateException("on purpose"))
        .compose(WheelOperators.timeout(LONG));
  }
}
