package io.loomwheel.rxjava;

import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.List;

/** RxJava's own schedulers, each by the place of its handler. Loads none of them. */
final class StockSchedulers {
  static final List<HandlerSlot> SLOTS =
      List.of(
          new HandlerSlot(
              HandlerSlot.computationThreads(
                  Runtime.getRuntime().availableProcessors(),
                  Integer.getInteger("rx3.computation-threads", 0)),
              RxJavaPlugins::getComputationSchedulerHandler,
              RxJavaPlugins::setComputationSchedulerHandler),
          new HandlerSlot(
              0, RxJavaPlugins::getIoSchedulerHandler, RxJavaPlugins::setIoSchedulerHandler),
          new HandlerSlot(
              1,
              RxJavaPlugins::getSingleSchedulerHandler,
              RxJavaPlugins::setSingleSchedulerHandler),
          new HandlerSlot(
              0,
              RxJavaPlugins::getNewThreadSchedulerHandler,
              RxJavaPlugins::setNewThreadSchedulerHandler));

  private StockSchedulers() {}
}
