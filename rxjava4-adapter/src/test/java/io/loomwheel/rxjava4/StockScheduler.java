package io.loomwheel.rxjava4;

import io.reactivex.rxjava4.core.Scheduler;
import io.reactivex.rxjava4.schedulers.Schedulers;
import java.util.function.Supplier;

/** One of RxJava's own schedulers, and how the names of its threads begin. */
@SuppressWarnings("ImmutableEnumChecker") // method references
enum StockScheduler {
  COMPUTATION(Schedulers::computation, "RxComputationThreadPool"),
  CACHED(Schedulers::cached, "RxCachedThreadScheduler"),
  VIRTUAL(Schedulers::virtual, "virtual"),
  SINGLE(Schedulers::single, "RxSingleScheduler"),
  NEW_THREAD(Schedulers::newThread, "RxNewThreadScheduler");

  final Supplier<Scheduler> scheduler;
  final String threads;

  StockScheduler(Supplier<Scheduler> scheduler, String threads) {
    this.scheduler = scheduler;
    this.threads = threads;
  }
}
