package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.disposables.Disposable;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** The timer's executor is full and its handler drops tasks: streams still get their signals. */
class FullExecutorTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer =
      WheelTimer.builder()
          .clock(clock)
          .taskExecutor(
              task -> {
                throw new RejectedExecutionException("full, on purpose");
              })
          .onRejected((task, reason) -> {})
          .build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);

  private void assertSignals(Flowable<?> stream) throws InterruptedException {
    CountDownLatch signalled = new CountDownLatch(1);
    Disposable subscription =
        stream.subscribe(next -> signalled.countDown(), end -> signalled.countDown());
    for (int i = 0; i < 6_000 && signalled.getCount() > 0; i++) {
      clock.advance(SECOND); // a period is armed again on another thread
      signalled.await(10, MILLISECONDS);
    }
    assertThat(signalled.getCount()).isZero();
    subscription.dispose();
  }

  @Test
  void timeout_executorFull_isSignalled() throws Exception {
    assertSignals(Flowable.never().timeout(1, SECONDS, scheduler));
  }

  @Test
  void timeoutOfOurs_executorFull_isSignalled() throws Exception {
    assertSignals(Flowable.never().compose(WheelOperators.timeout(SECOND, scheduler)));
  }

  @Test
  void interval_executorFull_goesOn() throws Exception {
    assertSignals(Flowable.interval(300, MILLISECONDS, scheduler).skip(2));
  }

  @Test
  void timer_executorFull_isOver() throws Exception {
    assertSignals(Flowable.timer(1, SECONDS, scheduler));
  }
}
