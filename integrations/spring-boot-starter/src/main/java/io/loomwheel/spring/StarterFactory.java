package io.loomwheel.spring;

import io.loomwheel.reactor.WheelFactory;
import java.util.concurrent.ThreadFactory;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** A {@link WheelFactory} that can be distinguished from other factories. Immutable. */
record StarterFactory(WheelFactory wheel) implements Schedulers.Factory {
  /** What the starter's factory answers with {@link Schedulers#immediate}; it starts no thread. */
  static final ThreadFactory PROBE = Thread.ofPlatform().name("loomwheel-probe").daemon().factory();

  static final DefaultDelays DELAYS =
      new DefaultDelays(
          timer -> Schedulers.setFactory(new StarterFactory(new WheelFactory(timer))),
          StarterFactory::isInstalled,
          Schedulers::resetFactory);

  /** Reactor doesn't tell its factory, so it is asked for a scheduler that only ours makes. */
  static boolean isInstalled() {
    return Schedulers.newSingle(PROBE) == Schedulers.immediate(); // another's is not ours to end
  }

  @Override
  public Scheduler newSingle(ThreadFactory threads) {
    return threads == PROBE ? Schedulers.immediate() : wheel.newSingle(threads);
  }

  @Override
  public Scheduler newParallel(int parallelism, ThreadFactory threads) {
    return wheel.newParallel(parallelism, threads);
  }

  @Override
  public Scheduler newBoundedElastic(
      int threadCap, int queuedTaskCap, ThreadFactory threads, int ttlSeconds) {
    return wheel.newBoundedElastic(threadCap, queuedTaskCap, threads, ttlSeconds);
  }

  @Override
  public Scheduler newThreadPerTaskBoundedElastic(
      int threadCap, int queuedTaskCap, ThreadFactory threads) {
    return wheel.newThreadPerTaskBoundedElastic(threadCap, queuedTaskCap, threads);
  }
}
