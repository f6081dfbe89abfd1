package io.loomwheel.surface;

import java.util.List;
import java.util.Set;

/** Why a public method is called by no submitter, option or fault of the soak. */
@SuppressWarnings("ImmutableEnumChecker") // the set is
enum Exempt {
  SAYS_SOMETHING(
      "asks, and changes nothing",
      """
      toString isTerminated WheelTimer.isStopped WheelTimer.census isShutdown isDisposed isIdle
      isExpired DeadlineScope.remaining Timeout.timer WheelTimer.nanosToNextExpiry
      NettyWheelTimer.pendingTimeouts activeCount queuedCount completedCount Purgatory.watched
      Purgatory.delayed Relay.rescuedTasks now nanoTime clockDriftTolerance scanUnsafe scan
      scanOrDefault isScanAvailable name stepName steps parents actuals inners tags tagsDeduplicated
      WheelTimer.tickDuration
      """),

  CALLED_BY_US(
      "written by users, or called by Loomwheel on what the soak hands in",
      """
      TimerTask NamedTask.taskName ContextCapture.wrap MicrometerContextCapture.wrap
      DelayedOperation.tryComplete DelayedOperation.onComplete DelayedOperation.onExpiration
      Channel.heartbeat Channel.lost Channel.unwatched Listener.idle Listener.unwatched Lease.renew
      Lease.lost Backoff.delayNanos WheelTimeout.apply
      """),

  SAME_AS_ANOTHER(
      "another form of what is called",
      """
      VirtualThreadExecutor.create WheelScheduler.create WheelTimer.create WheelTimer.close
      WheelTimer.stop()
      WheelExecutorService.create() Timeouts.orTimeout(CompletableFuture,Duration)
      Timeouts.completeOnTimeout(CompletableFuture,Object,Duration) Timeouts.sleep(Duration)
      Timeouts.parkNanos(Object,long) DeadlineScope.within(Duration) NettyWheelTimer.create
      Timer.newTimeout Timer.stop Purgatory.on(Timer) Backoff.fixed Backoff.exponential
      WheelExecutorService.submit(Callable,Duration) WheelOperators.timeout(Duration)
      WheelOperators.timeout(Duration,Publisher) WheelOperators.timeout(Duration,ObservableSource)
      WheelOperators.timeout(Duration,WheelTimer)
      WheelOperators.timeout(Duration,Publisher,WheelTimer)
      WheelOperators.timeout(Duration,WheelTimer,Publisher)
      WheelOperators.timeout(Duration,WheelTimer,ObservableSource)
      WheelOperators.timeout(Duration,Duration) WheelOperators.timeout(Duration,Duration,Publisher)
      WheelOperators.timeout(Duration,Duration,ObservableSource)
      WheelOperators.timeout(Duration,Duration,WheelTimer)
      WheelOperators.timeout(Duration,Duration,Publisher,WheelTimer)
      WheelOperators.timeout(Duration,Duration,WheelTimer,Publisher)
      WheelOperators.timeout(Duration,Duration,WheelTimer,ObservableSource)
      WheelOperators.timeout(long,TimeUnit) WheelOperators.timeout(long,TimeUnit,Publisher)
      WheelOperators.timeout(long,TimeUnit,ObservableSource)
      WheelOperators.timeout(long,TimeUnit,Scheduler)
      WheelOperators.timeout(long,TimeUnit,Scheduler,Publisher)
      WheelOperators.timeout(long,TimeUnit,Scheduler,ObservableSource)
      """),

  OUTLIVES_A_WAVE(
      "the whole JVM's, which no wave may end; see RedeployTest",
      "WheelTimer.shared WheelTimer.shutdownShared"),

  HOLDS_NOTHING(
      "the caller holds nothing that says whether a stop has returned the task",
      "Timeouts.delayedExecutor"),

  TELLS_AT_ONCE(
      "a task that is refused and forgotten is lost to the ledger; see BoundedTimerTest",
      "dropRejected"),

  JUST_EXECUTE(
      "the JDK's, by way of execute",
      """
      VirtualThreadExecutor.submit VirtualThreadExecutor.invokeAny VirtualThreadExecutor.invokeAll
      WheelExecutorService.invokeAny(Collection) WheelExecutorService.invokeAll(Collection)
      """),

  MOVED_BY_HAND(
      "virtual time, which has suites of its own",
      """
      WheelVirtualTime.withVirtualTime WheelTestScheduler ManualClock SteppedClock Wheels
      """),

  NO_TASK(
      "neither takes a task nor ends one",
      """
      WheelMetrics.bindTo LoomExecutorMetrics.bindTo WheelScheduler.start() WheelScheduler.when
      """);

  final String reason;
  private final Set<String> methods;

  Exempt(String reason, String methods) {
    this.reason = reason;
    this.methods = Set.of(methods.strip().split("\\s+"));
  }

  /** {@return what of it fits, as a type, a method of any type, of one, or one of its forms} */
  List<String> of(PublicMethod method) {
    return method.names().stream().filter(methods::contains).toList();
  }

  Set<String> methods() {
    return methods;
  }
}
