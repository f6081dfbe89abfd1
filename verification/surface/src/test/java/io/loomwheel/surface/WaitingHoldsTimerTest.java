package io.loomwheel.surface;

import static java.util.concurrent.TimeUnit.HOURS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.loom.DeadlineScope;
import io.loomwheel.loom.Timeouts;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.netty.NettyWheelTimer;
import io.loomwheel.purgatory.DelayedOperation;
import io.loomwheel.purgatory.Purgatory;
import io.loomwheel.recipes.Backoff;
import io.loomwheel.recipes.HeartbeatTask;
import io.loomwheel.recipes.IdleTimeout;
import io.loomwheel.recipes.LeaseRenewal;
import io.loomwheel.recipes.RetryTask;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Whatever waits on a timer holds it, so that the timer isn't ended as a forgotten one. */
class WaitingHoldsTimerTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final int COLLECTIONS = 2;

  /** What waits for an hour. Nothing but the wait itself may hold the timer afterwards. */
  @SuppressWarnings("FutureReturnValueIgnored") // nothing is to hold it
  enum Way {
    TIMEOUT(timer -> timer.schedule(() -> {}, HOUR)),
    OR_TIMEOUT(timer -> Timeouts.orTimeout(timer, new CompletableFuture<>(), HOUR)),
    COMPLETE_ON_TIMEOUT(
        timer -> Timeouts.completeOnTimeout(timer, new CompletableFuture<>(), "late", HOUR)),
    DELAYED_EXECUTOR(timer -> Timeouts.delayedExecutor(timer, HOUR).execute(() -> {})),
    SLEEP(onAThread(timer -> Timeouts.sleep(timer.get(), HOUR))),
    PARK(onAThread(timer -> Timeouts.parkNanos(timer.get(), null, HOUR.toNanos()))),
    SCOPE(
        onAThread(
            timer -> {
              try (DeadlineScope scope = DeadlineScope.within(timer.get(), HOUR)) {
                assertThat(new CountDownLatch(1).await(1, HOURS)).isEqualTo(scope.isExpired());
              }
            })),
    EXECUTOR_DELAY(timer -> WheelExecutorService.on(timer).schedule(() -> {}, 1, HOURS)),
    EXECUTOR_TIME_LIMIT(
        timer ->
            WheelExecutorService.on(timer).submitWithTimeout(WaitingHoldsTimerTest::blocks, HOUR)),
    NETTY(timer -> NettyWheelTimer.on(timer).newTimeout(timeout -> {}, 1, HOURS)),
    REACTOR_DELAY(
        timer ->
            Mono.delay(HOUR, io.loomwheel.reactor.WheelScheduler.on(timer))
                .onErrorComplete()
                .subscribe()),
    REACTOR_WORKER(
        timer ->
            io.loomwheel.reactor.WheelScheduler.on(timer)
                .createWorker()
                .schedule(() -> {}, 1, HOURS)),
    REACTOR_IDLE(
        timer ->
            Flux.never()
                .transform(
                    io.loomwheel.reactor.WheelOperators.timeout(
                        HOUR, io.loomwheel.reactor.WheelScheduler.on(timer)))
                .subscribe()),
    RXJAVA_DELAY(
        timer ->
            Observable.timer(1, HOURS, io.loomwheel.rxjava.WheelScheduler.on(timer)).subscribe()),
    RXJAVA_WORKER(
        timer ->
            io.loomwheel.rxjava.WheelScheduler.on(timer)
                .createWorker()
                .schedule(() -> {}, 1, HOURS)),
    RXJAVA_IDLE(
        timer ->
            Flowable.never()
                .compose(
                    io.loomwheel.rxjava.WheelOperators.timeout(
                        HOUR, io.loomwheel.rxjava.WheelScheduler.on(timer)))
                .subscribe()),
    IDLE_TIMEOUT(timer -> IdleTimeout.start(timer, HOUR, idle -> {})),
    HEARTBEAT(timer -> HeartbeatTask.start(timer, HOUR, 1, new Silent())),
    LEASE(timer -> LeaseRenewal.of(timer, HOUR, new Held()).start()),
    RETRY(WaitingHoldsTimerTest::retriesLater),
    PURGATORY(
        timer -> Purgatory.<String>on(timer).tryCompleteElseWatch(new Never(), List.of("key")));

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final Consumer<WheelTimer> begin;

    Way(Consumer<WheelTimer> begin) {
      this.begin = begin;
    }
  }

  private interface Wait {
    void on(Supplier<WheelTimer> timer) throws InterruptedException;
  }

  /** Waits on a thread of its own. Its frames are handed the timer, and hold it in no variable. */
  private static Consumer<WheelTimer> onAThread(Wait wait) {
    return timer -> {
      AtomicReference<WheelTimer> handOver = new AtomicReference<>(timer);
      Thread.startVirtualThread(
          () -> {
            try {
              wait.on(() -> handOver.getAndSet(null));
            } catch (InterruptedException | CancellationException stopped) {
              assertThat(handOver.get()).isNull();
            }
          });
    };
  }

  private static @Nullable Void blocks() throws InterruptedException {
    new CountDownLatch(1).await();
    return null;
  }

  private static void retriesLater(WheelTimer timer) {
    Callable<String> fails =
        () -> {
          throw new IllegalStateException("on purpose");
        };
    CompletableFuture<String> unused =
        RetryTask.on(timer).backoff(Backoff.fixed(HOUR)).attempts(2).build().start(fails);
  }

  /** An interpreted frame holds its arguments to the end, a compiled one what it still needs. */
  @BeforeAll
  static void compileWhatWaits() throws InterruptedException {
    try (WheelTimer fine = WheelTimer.builder().tickDuration(Duration.ofNanos(65_536)).build()) {
      for (int i = 0; i < 3_000; i++) {
        Timeouts.sleep(fine, Duration.ofNanos(1));
        Timeouts.parkNanos(fine, null, 1);
      }
    }
  }

  /** In a method of its own, whose frame holds nothing once it has returned. */
  private static WeakReference<WheelTimer> begin(Way way, Consumer<WheelTimer> then) {
    WheelTimer timer = WheelTimer.builder().name(way.name()).leakDetection(false).build();
    way.begin.accept(timer);
    while (timer.pendingTimeouts() == 0) {
      Waiting.spin();
    }
    then.accept(timer);
    return new WeakReference<>(timer);
  }

  @ParameterizedTest
  @EnumSource
  void timerThatNobodyHolds_somethingWaitsOnIt_isNotCollected(Way way) {
    WeakReference<WheelTimer> timer = begin(way, begun -> {});
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    WheelTimer held = timer.get();
    assertThat(held).isNotNull();
    held.stop();
  }

  @Test
  void timerThatNobodyHolds_nothingWaitsOnItAnyMore_isCollected() {
    WeakReference<WheelTimer> timer = begin(Way.TIMEOUT, WheelTimer::stop);
    for (int i = 0; i < COLLECTIONS && timer.get() != null; i++) {
      System.gc();
    }
    assertThat(timer.get()).isNull();
  }

  private static final class Silent implements HeartbeatTask.Channel {
    @Override
    public void heartbeat() {}

    @Override
    public void lost(int unanswered) {}
  }

  private static final class Held implements LeaseRenewal.Lease {
    @Override
    public boolean renew() {
      return true;
    }

    @Override
    public void lost(@Nullable Throwable cause) {}
  }

  private static final class Never extends DelayedOperation {
    Never() {
      super(HOUR);
    }

    @Override
    public boolean tryComplete() {
      return false;
    }

    @Override
    public void onComplete() {}

    @Override
    public void onExpiration() {}
  }
}
