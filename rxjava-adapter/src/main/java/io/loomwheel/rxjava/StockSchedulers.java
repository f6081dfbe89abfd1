package io.loomwheel.rxjava;

import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.List;

/** RxJava's own schedulers, each by the place of its handler. Loads none of them. */
final class StockSchedulers {
  static final List<HandlerSlot> SLOTS =
      List.of(
          new HandlerSlot(
              RxJavaPlugins::getComputationSchedulerHandler,
              RxJavaPlugins::setComputationSchedulerHandler),
          new HandlerSlot(
              RxJavaPlugins::getIoSchedulerHandler, RxJavaPlugins::setIoSchedulerHandler),
          new HandlerSlot(
              RxJavaPlugins::getSingleSchedulerHandler, RxJavaPlugins::setSingleSchedulerHandler),
          new HandlerSlot(
              RxJavaPlugins::getNewThreadSchedulerHandler,
              RxJavaPlugins::setNewThreadSchedulerHandler));

  private StockSchedulers() {}
}
