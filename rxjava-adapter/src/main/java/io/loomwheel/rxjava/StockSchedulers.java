package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.List;

/** RxJava's own schedulers, each by the place of its handler. Loads none of them. */
final class StockSchedulers {
  static List<TimedHandler> handlers(WheelTimer timer) {
    return List.of(
        new TimedHandler(
            timer,
            RxJavaPlugins::getComputationSchedulerHandler,
            RxJavaPlugins::setComputationSchedulerHandler),
        new TimedHandler(
            timer, RxJavaPlugins::getIoSchedulerHandler, RxJavaPlugins::setIoSchedulerHandler),
        new TimedHandler(
            timer,
            RxJavaPlugins::getSingleSchedulerHandler,
            RxJavaPlugins::setSingleSchedulerHandler),
        new TimedHandler(
            timer,
            RxJavaPlugins::getNewThreadSchedulerHandler,
            RxJavaPlugins::setNewThreadSchedulerHandler));
  }
}
