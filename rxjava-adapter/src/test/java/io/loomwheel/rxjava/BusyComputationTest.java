package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is due finds a thread that is idle, so the timeout of a stream doesn't wait for the thread
 * that the stream keeps busy.
 */
class BusyComputationTest {
  private static final Duration DELAY = Duration.ofMillis(10);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final CountDownLatch computed = new CountDownLatch(1);
  private final CompletableFuture<Thread> busy = new CompletableFuture<>();
  private final Scheduler threads =
      new RxDelegatingScheduler(timer, RxJavaPlugins.createComputationScheduler(Thread::new));

  @AfterEach
  void end() {
    computed.countDown();
    threads.shutdown();
  }

  static Stream<Arguments> ways() {
    BiConsumer<Scheduler, Runnable> direct = Scheduler::scheduleDirect;
    BiConsumer<Scheduler, Runnable> worker = (to, task) -> to.createWorker().schedule(task);
    return IntStream.range(0, 4)
        .boxed()
        .flatMap(n -> Stream.of(Arguments.of(n, direct), Arguments.of(n, worker)));
  }

  @ParameterizedTest(name = "after {0} delays")
  @MethodSource("ways")
  void delay_whileOneThreadComputes_isDueOnAnother(
      int before, BiConsumer<Scheduler, Runnable> computes) throws Exception {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "it has as many threads");
    for (int i = 0; i < before; i++) {
      Thread thread = delayed();
      while (thread.getState() != Thread.State.WAITING) {
        Waiting.spin();
      }
    }
    computes.accept(
        threads,
        () -> {
          busy.complete(Thread.currentThread());
          Waiting.forLatch(computed);
        });
    Thread computing = busy.get(60, SECONDS);
    assertThat(delayed()).isNotSameAs(computing);
  }

  /** {@return the thread on which a delay is over} */
  private Thread delayed() {
    CompletableFuture<Thread> ranOn = new CompletableFuture<>();
    var unused =
        Single.timer(DELAY.toMillis(), MILLISECONDS, threads)
            .subscribe(tick -> ranOn.complete(Thread.currentThread()));
    clock.advance(DELAY);
    return ranOn.orTimeout(10, SECONDS).join();
  }
}
