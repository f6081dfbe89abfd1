package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.contract.Ecosystem;
import io.loomwheel.contract.Subject;
import io.loomwheel.hangwatch.Waiting;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** RxJava's words for what the shared contract asks of a scheduler, built one way. */
final class RxEcosystem implements Ecosystem {
  private final Way way;
  private final @Nullable Executor executor;
  private final @Nullable Scheduler target;

  /** On timers that the test moves. */
  private final Map<WheelScheduler, WheelTimer> byHand = new ConcurrentHashMap<>();

  RxEcosystem(Way way) {
    this.way = way;
    this.executor = way.executor();
    this.target = way.target();
  }

  Way way() {
    return way;
  }

  @Override
  public WheelTimer.Builder timer() {
    return way.timer();
  }

  @Override
  public Subject own() {
    return own(way != Way.WITHOUT_INTERRUPTS);
  }

  @Override
  public Subject ownWithoutInterrupts() {
    return own(false);
  }

  private Subject own(boolean interrupts) {
    if (way == Way.PLAIN && interrupts) {
      return new RxSubject(WheelScheduler.create(), () -> {}, () -> {});
    }
    boolean ownsTimer = target == null && way != Way.HASHED && way != Way.COARSE;
    if (ownsTimer) {
      return new RxSubject(of(WheelScheduler.builder(), interrupts), () -> {}, () -> {});
    }
    WheelTimer timer = way.timer().build();
    return new RxSubject(
        on(timer, interrupts),
        () -> {},
        () -> Thread.startVirtualThread(timer::stop)); // the driver can't, and may be the caller
  }

  private WheelScheduler of(WheelScheduler.Builder builder, boolean interrupts) {
    if (executor != null) {
      builder.taskExecutor(executor);
    }
    return builder.interruptOnDispose(interrupts).build();
  }

  private WheelScheduler on(WheelTimer timer, boolean interrupts) {
    if (target != null) {
      return WheelScheduler.delegating(timer, target, interrupts);
    }
    return executor == null && interrupts
        ? WheelScheduler.on(timer)
        : of(WheelScheduler.builder().timer(timer), interrupts);
  }

  /** {@return a scheduler on a timer that the test moves} */
  WheelScheduler scheduler(WheelTimer timer) {
    WheelScheduler made = on(timer, way != Way.WITHOUT_INTERRUPTS);
    byHand.put(made, timer);
    return made;
  }

  /** {@return that of a subject made here} */
  static Scheduler of(Subject subject) {
    return ((RxSubject) subject).scheduler();
  }

  @Override
  public Subject on(WheelTimer timer) {
    return new RxSubject(scheduler(timer), this::settle, () -> {});
  }

  @Override
  public Subject on(WheelTimer timer, Executor executor) {
    return new RxSubject(
        WheelScheduler.builder().timer(timer).taskExecutor(executor).build(), () -> {}, () -> {});
  }

  /** What has neither ended nor waits is on its way; or a Worker has it. */
  @Override
  public void settle() {
    while (!RxSubject.isInTask() && (isRunning() || unfinished() > waiting())) {
      Waiting.spin();
    }
  }

  private boolean isRunning() {
    return byHand.keySet().stream().anyMatch(scheduler -> scheduler.owner.running() > 0);
  }

  private long unfinished() {
    return byHand.keySet().stream().mapToLong(scheduler -> scheduler.owner.size()).sum();
  }

  private long waiting() {
    return byHand.values().stream().distinct().mapToLong(WheelTimer::pendingTimeouts).sum();
  }

  @Override
  public List<Throwable> collectErrors() {
    List<Throwable> errors = new CopyOnWriteArrayList<>();
    RxJavaPlugins.setErrorHandler(errors::add);
    return errors;
  }

  @Override
  public void reset() {
    byHand.keySet().forEach(WheelScheduler::shutdown);
    if (target != null) {
      target.shutdown();
    }
    RxJavaPlugins.reset();
  }
}
