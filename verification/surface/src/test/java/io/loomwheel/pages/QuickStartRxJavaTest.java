package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.rxjava.WheelOperators;
import io.loomwheel.rxjava.WheelPlugins;
import io.loomwheel.rxjava.WheelScheduler;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.core.Single;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The samples of docs/guide/start/rxjava.md. */
class QuickStartRxJavaTest {
  private final FlakyBackend backend = new FlakyBackend();

  @AfterEach
  void restore() {
    WheelPlugins.uninstall();
  }

  @Test
  void scheduler_inOperators_timesAndRetries() {
    Scheduler wheel = WheelScheduler.on(WheelTimer.shared());
    Single<String> answer =
        Single.fromCallable(() -> backend.fetch("price"))
            .subscribeOn(wheel)
            .timeout(2, TimeUnit.SECONDS, wheel)
            .retry(3);
    Flowable<Long> heartbeat = Flowable.interval(10, TimeUnit.MILLISECONDS, wheel);
    assertThat(answer.blockingGet()).isEqualTo("42");
    assertThat(heartbeat.take(3).toList().blockingGet()).containsExactly(0L, 1L, 2L);
  }

  @Test
  void idleTimeout_streamThatIsNotSilent_passesThrough() {
    Flowable<String> quotes = Flowable.just("a", "b");
    Flowable<String> watched = quotes.compose(WheelOperators.timeout(Duration.ofSeconds(30)));
    assertThat(watched.toList().blockingGet()).containsExactly("a", "b");
  }

  @Test
  void plugins_installed_timeTheDefaultDelays() {
    long before = WheelTimer.shared().stats().armed();
    WheelPlugins.install(WheelTimer.shared());
    assertThat(Single.timer(1, TimeUnit.MILLISECONDS).blockingGet()).isZero();
    assertThat(WheelTimer.shared().stats().armed()).isGreaterThan(before);
  }
}
