package io.loomwheel.rxjava;

import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.function.Supplier;

/** One of RxJava's own schedulers, and how the names of its threads begin. */
@SuppressWarnings("ImmutableEnumChecker") // method references
enum StockScheduler {
  COMPUTATION(Schedulers::computation, "RxComputationThreadPool"),
  IO(Schedulers::io, "RxCachedThreadScheduler"),
  SINGLE(Schedulers::single, "RxSingleScheduler"),
  NEW_THREAD(Schedulers::newThread, "RxNewThreadScheduler");

  final Supplier<Scheduler> scheduler;
  final String threads;

  StockScheduler(Supplier<Scheduler> scheduler, String threads) {
    this.scheduler = scheduler;
    this.threads = threads;
  }
}
