package io.loomwheel.examples.demo;

import io.loomwheel.WheelTimer;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.List;

/** The contestants: each library on the wheel, and beside it on its stock schedulers. */
final class Lineup {
  private Lineup() {}

  /**
   * {@return the pipelines, in the order of the table's columns}
   *
   * @param timer shared by all that run on the wheel; the caller closes it
   */
  static List<Pipeline> on(WheelTimer timer) {
    var reactorWheel = io.loomwheel.reactor.WheelScheduler.on(timer);
    var rxWheel = io.loomwheel.rxjava.WheelScheduler.on(timer);
    return List.of(
        new ReactorPipeline("Reactor, wheel", reactorWheel, reactorWheel),
        new ReactorPipeline(
            "Reactor, parallel()",
            reactor.core.scheduler.Schedulers.parallel(),
            reactor.core.scheduler.Schedulers.boundedElastic()),
        new RxPipeline("RxJava, wheel", rxWheel, rxWheel),
        new RxPipeline("RxJava, computation()", Schedulers.computation(), Schedulers.io()));
  }
}
