package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.Timeout;
import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.reactor.WheelScheduler;
import io.loomwheel.rxjava.WheelPlugins;
import io.reactivex.rxjava3.core.Single;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The samples of docs/guide/moving.md, and the differences that it promises. */
class MovingPageTest {
  @AfterEach
  void restore() {
    WheelPlugins.uninstall();
  }

  @Test
  void netty_builderAndNewTimeout() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    WheelTimer timer =
        WheelTimer.builder()
            .name("connections")
            .tickDuration(Duration.ofMillis(100))
            .maxPendingTimeouts(1_000_000)
            .build();
    Timeout timeout = timer.newTimeout(late -> closed.countDown(), 1, TimeUnit.MILLISECONDS);
    assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(timeout.isExpired()).isTrue();
    assertThat(timer.stop()).isEmpty();
    assertThatThrownBy(() -> timer.newTimeout(late -> {}, 1, TimeUnit.SECONDS))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void executor_submitWithATime_interruptsWhatIsLate() {
    CountDownLatch never = new CountDownLatch(1);
    try (WheelExecutorService executor = WheelExecutorService.create()) {
      Future<String> slow =
          executor.submitWithTimeout(
              () -> {
                never.await(); // interrupted when the time is up
                return "late";
              },
              Duration.ofMillis(5));
      assertThatThrownBy(slow::get).hasCauseInstanceOf(TimeoutException.class);
    }
  }

  @Test
  void taskExecutor_thatWraps_actsBeforeAndAfterEachTask() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    Executor observed =
        task ->
            Relay.shared()
                .execute(
                    () -> {
                      seen.add("before");
                      try {
                        task.run();
                      } finally {
                        seen.add("after");
                      }
                    });
    try (WheelExecutorService executor =
        WheelExecutorService.builder().taskExecutor(observed).build()) {
      executor.schedule(() -> seen.add("task"), 1, TimeUnit.MILLISECONDS).get();
    }
    assertThat(List.of(seen.take(), seen.take(), seen.take()))
        .containsExactly("before", "task", "after");
  }

  @Test
  void reactor_onAndTiming_runWhereThePageSays() {
    try (WheelTimer timer = WheelTimer.create()) {
      Mono<Long> onTheWheel = Mono.delay(Duration.ofMillis(1), WheelScheduler.on(timer));
      Scheduler workers = WheelScheduler.delegating(timer, Schedulers.parallel());
      Mono<Boolean> onParallel =
          Mono.delay(Duration.ofMillis(1), workers).map(tick -> Schedulers.isInNonBlockingThread());
      assertThat(onTheWheel.map(tick -> Thread.currentThread().getName()).block())
          .matches(name -> name.startsWith("loomwheel-re")); // relay, or rescue on a busy machine
      assertThat(onParallel.block()).isTrue();
    }
  }

  @Test
  void rxJava_plugins_putTheDefaultDelaysOnTheWheel() {
    try (WheelTimer timer = WheelTimer.create()) {
      WheelPlugins.install(timer);
      assertThat(Single.timer(1, TimeUnit.MILLISECONDS).blockingGet()).isZero();
      assertThat(timer.stats().armed()).isEqualTo(1);
    }
  }
}
