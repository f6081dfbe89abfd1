package io.loomwheel.rxjava4;

import io.loomwheel.WheelTimer;
import io.reactivex.rxjava4.plugins.RxJavaPlugins;
import java.util.List;

/** RxJava's own schedulers, each by the place of its handler. Loads none of them. */
final class StockSchedulers {
  static List<TimedHandler> handlers(WheelTimer timer) {
    return List.of(
          new TimedHandler(timer, 
              RxJavaPlugins::getComputationSchedulerHandler,
              RxJavaPlugins::setComputationSchedulerHandler),
          new TimedHandler(timer, 
              RxJavaPlugins::getCachedSchedulerHandler, RxJavaPlugins::setCachedSchedulerHandler),
          new TimedHandler(timer, 
              RxJavaPlugins::getVirtualSchedulerHandler, RxJavaPlugins::setVirtualSchedulerHandler),
          new TimedHandler(timer, 
              RxJavaPlugins::getSingleSchedulerHandler, RxJavaPlugins::setSingleSchedulerHandler),
          new TimedHandler(timer, 
              RxJavaPlugins::getNewThreadSchedulerHandler,
              RxJavaPlugins::setNewThreadSchedulerHandler));
  }
}
