package io.loomwheel.rxjava4;

import io.reactivex.rxjava4.plugins.RxJavaPlugins;
import java.util.List;

/** RxJava's own schedulers, each by the place of its handler. Loads none of them. */
final class StockSchedulers {
  static final List<HandlerSlot> SLOTS =
      List.of(
          new HandlerSlot(
              HandlerSlot.computationThreads(
                  Runtime.getRuntime().availableProcessors(),
                  Integer.getInteger("rx4.computation-threads", 0)),
              RxJavaPlugins::getComputationSchedulerHandler,
              RxJavaPlugins::setComputationSchedulerHandler),
          new HandlerSlot(
              0,
              RxJavaPlugins::getCachedSchedulerHandler,
              RxJavaPlugins::setCachedSchedulerHandler),
          new HandlerSlot(
              0,
              RxJavaPlugins::getVirtualSchedulerHandler,
              RxJavaPlugins::setVirtualSchedulerHandler),
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
