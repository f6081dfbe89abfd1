package io.loomwheel.rxjava4;

import io.reactivex.rxjava4.plugins.RxJavaPlugins;
import java.util.List;

/** RxJava's own schedulers, each by the place of its handler. Loads none of them. */
final class StockSchedulers {
  static final List<HandlerSlot> SLOTS =
      List.of(
          new HandlerSlot(
              RxJavaPlugins::getComputationSchedulerHandler,
              RxJavaPlugins::setComputationSchedulerHandler),
          new HandlerSlot(
              RxJavaPlugins::getCachedSchedulerHandler, RxJavaPlugins::setCachedSchedulerHandler),
          new HandlerSlot(
              RxJavaPlugins::getVirtualSchedulerHandler, RxJavaPlugins::setVirtualSchedulerHandler),
          new HandlerSlot(
              RxJavaPlugins::getSingleSchedulerHandler, RxJavaPlugins::setSingleSchedulerHandler),
          new HandlerSlot(
              RxJavaPlugins::getNewThreadSchedulerHandler,
              RxJavaPlugins::setNewThreadSchedulerHandler));

  private StockSchedulers() {}
}
