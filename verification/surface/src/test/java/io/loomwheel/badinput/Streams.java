package io.loomwheel.badinput;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/** What comes of a stream that is silent for ever, if an operator watches it. */
final class Streams {
  /** A subscription to such a stream. */
  static final class Watched {
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile Throwable failure;
    Runnable dispose = () -> {};

    void completed() {
      ended.countDown();
    }

    void failed(Throwable cause) {
      failure = cause;
      ended.countDown();
    }
  }

  /** By a timeout, or with the fallback, which is empty. Waits for the shared timer if need be. */
  private static Outcome endsAtOnce(Function<Object, Watched> subscribe) {
    return watching(
        "is up at once",
        subscribe,
        call -> call.world().pass(Duration.ofNanos(1)),
        watched -> {
          assertThat(await(watched)).isTrue();
          if (watched.failure != null) {
            assertThat(watched.failure).isInstanceOf(TimeoutException.class);
          }
        });
  }

  private static Outcome neverEnds(Function<Object, Watched> subscribe) {
    return watching(
        "is never up",
        subscribe,
        call -> call.world().pass(Duration.ofDays(36_500)),
        watched -> assertThat(watched.ended.getCount()).isOne());
  }

  private static Outcome isRefused(Function<Object, Watched> subscribe) {
    return watching(
        "subscribing fails with a RejectedExecutionException",
        subscribe,
        call -> {},
        watched -> assertThat(watched.failure).isInstanceOf(RejectedExecutionException.class));
  }

  /**
   * Says of a timeout of a stream that is silent what comes of its times, and of what it is on.
   *
   * @param another scheduler, of another kind
   */
  static void timeout(
      Row<?> row,
      Function<Object, Watched> subscribe,
      Function<World, Object> scheduler,
      Function<World, Object> ended,
      Object another) {
    String parameters = row.signature.written();
    boolean hasFirst = parameters.contains(" first");
    row.when(hasFirst ? "first" : "idle", endsAtOnce(subscribe), neverEnds(subscribe));
    if (hasFirst) {
      row.when("idle", Outcome.accepts());
    }
    if (parameters.contains("Scheduler on")) {
      row.with("on", scheduler)
          .given("on", "ended", ended, isRefused(subscribe))
          .given(
              "on",
              "of another kind",
              world -> another,
              Outcome.illegal("on must be a WheelScheduler, was " + another));
    } else if (parameters.contains("WheelTimer on")) {
      row.given("on", "stopped", World::stopped, isRefused(subscribe));
    }
  }

  private static Outcome watching(
      String says,
      Function<Object, Watched> subscribe,
      Consumer<Call> then,
      Consumer<Watched> check) {
    return Outcome.then(
        says,
        call -> {
          Watched watched = subscribe.apply(call.result());
          try {
            then.accept(call);
            check.accept(watched);
          } finally {
            watched.dispose.run();
          }
        });
  }

  private static boolean await(Watched watched) {
    try {
      return watched.ended.await(10, SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
