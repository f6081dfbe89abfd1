package io.loomwheel.examples.demo;

import io.loomwheel.WheelTimer;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.List;

/** Who takes part: each library on the wheel, and beside it on its stock schedulers. */
final class Lineup {
  private Lineup() {}

  /**
   * {@return the pipelines, in the order of the table's columns}
   *
   * @param timer shared by all that run on the wheel; the caller closes it
   */
  static List<Pipeline> on(WheelTimer timer) {
    return List.of(
        new ReactorPipeline(
            "Reactor, parallel()",
            reactor.core.scheduler.Schedulers.parallel(),
            reactor.core.scheduler.Schedulers.boundedElastic()),
        new RxPipeline("RxJava, computation()", Schedulers.computation(), Schedulers.io()));
  }
}
