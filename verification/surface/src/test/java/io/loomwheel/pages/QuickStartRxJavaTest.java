package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.rxjava.WheelScheduler;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.core.Single;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The samples of docs/guide/quick-start.md for RxJava. */
class QuickStartRxJavaTest {
  private final FlakyBackend backend = new FlakyBackend();

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
}
