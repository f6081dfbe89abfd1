package io.loomwheel.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * A subscriber that has cancelled is let go of (§3.13 of Reactive Streams), by the timer too, whose
 * deadline is long to come. A thread that is still on its way out of the subscriber may hold it for
 * one collection, with {@code Flux.timeout} too, but not for good.
 */
class CancelledSubscriberTest {
  private static final int ROUNDS = 20;
  private static final int COLLECTIONS = 10;
  private static final Duration LONG = Duration.ofMinutes(1);

  private final WheelTimer timer = WheelTimer.create();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);

  @AfterEach
  void stop() {
    timer.stop();
  }

  private Publisher<Integer> publisher(int way) {
    Flux<Integer> numbers = Flux.range(0, 1_000_000);
    return switch (way) {
      case 0 -> numbers.transform(WheelOperators.timeout(LONG, scheduler));
      case 1 ->
          numbers
              .publishOn(Schedulers.parallel())
              .transform(WheelOperators.timeout(LONG, Flux.<Integer>never(), scheduler));
      default ->
          Flux.<Integer>never()
              .transform(WheelOperators.timeout(Duration.ofMillis(1), numbers, scheduler));
    };
  }

  /** In a frame of its own, which holds nothing once it is left. */
  private static WeakReference<Object> subscribeAndCancel(Publisher<Integer> publisher)
      throws InterruptedException {
    CountDownLatch first = new CountDownLatch(1);
    BaseSubscriber<Integer> subscriber =
        new BaseSubscriber<>() {
          @Override
          protected void hookOnSubscribe(Subscription subscription) {
            request(1);
          }

          @Override
          protected void hookOnNext(Integer element) {
            first.countDown();
          }
        };
    publisher.subscribe(subscriber);
    first.await();
    subscriber.cancel();
    return new WeakReference<>(subscriber);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void cancelled_isCollected(int way) throws Exception {
    List<Publisher<Integer>> kept = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      Publisher<Integer> publisher = publisher(way);
      kept.add(publisher);
      WeakReference<Object> gone = subscribeAndCancel(publisher);
      int collections = 0;
      while (!gone.refersTo(null) && collections < COLLECTIONS) {
        Waiting.collect();
        collections++;
      }
      assertThat(gone.refersTo(null)).as("gone after %s collections", collections).isTrue();
    }
    assertThat(kept).hasSize(ROUNDS); // so they were there all the time
    assertThat(timer.pendingTimeouts()).isZero();
  }
}
