package io.loomwheel.examples.integrations;

import static io.loomwheel.examples.integrations.Bounded.LONG;
import static io.loomwheel.examples.integrations.Bounded.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loomwheel.WheelTimer;
import io.loomwheel.examples.integrations.RetrofitTimeouts.Words;
import io.loomwheel.rxjava.WheelScheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls over loopback, some of which nobody answers. */
class RetrofitTimeoutsTest {
  private final WordServer server;
  private final OkHttpClient client = new OkHttpClient();
  private final WheelTimer timer = WheelTimer.create();
  private final WheelScheduler wheel = WheelScheduler.on(timer);
  private final Queue<Throwable> undelivered = new ConcurrentLinkedQueue<>();

  RetrofitTimeoutsTest() throws IOException {
    server = WordServer.start();
    RxJavaPlugins.setErrorHandler(undelivered::add);
  }

  /** The two kinds of threads that wait for an answer. */
  enum Way {
    VIRTUAL_THREADS {
      @Override
      Words words(RetrofitTimeoutsTest test) {
        return RetrofitTimeouts.onVirtualThreads(test.server.url(), test.client, test.wheel);
      }
    },
    THREADS_OF_OKHTTP {
      @Override
      Words words(RetrofitTimeoutsTest test) {
        return RetrofitTimeouts.onThreadsOfOkHttp(test.server.url(), test.client);
      }
    };

    abstract Words words(RetrofitTimeoutsTest test);
  }

  @AfterEach
  void tidy() {
    client.dispatcher().cancelAll();
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
    server.close();
    timer.close();
    RxJavaPlugins.setErrorHandler(null);
    assertThat(undelivered).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void patiently_noAnswer_timesOutAndPausesOnTheWheel(Way way) {
    long from = System.nanoTime();
    Throwable failure =
        catchThrowable(
            () ->
                RetrofitTimeouts.patiently(way.words(this).say("silence"), SOON, SOON, wheel)
                    .blockingGet());
    Bounded.assertNotEarlier(SOON.multipliedBy(5), from);
    assertThat(failure).hasCauseInstanceOf(TimeoutException.class);
    assertThat(timer.stats().fired()).isGreaterThanOrEqualTo(5); // three timeouts, two pauses
    Bounded.eventually(() -> client.dispatcher().runningCallsCount() == 0); // cancelled
  }

  @ParameterizedTest
  @EnumSource
  void patiently_failsTwice_answersTheThirdTime(Way way) {
    long from = System.nanoTime();
    assertThat(
            RetrofitTimeouts.patiently(way.words(this).say("flaky"), LONG, SOON, wheel)
                .blockingGet())
        .isEqualTo("flaky");
    Bounded.assertNotEarlier(SOON.multipliedBy(2), from);
    assertThat(timer.stats().cancelled()).isGreaterThanOrEqualTo(3);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void calls_toOneHost_areLimitedOnThreadsOfOkHttpAlone(Way way) {
    Words words = way.words(this);
    List<Disposable> calls =
        IntStream.range(0, 8)
            .mapToObj(i -> words.say("silence").subscribe(answer -> {}, failure -> {}))
            .toList();
    int most = way == Way.VIRTUAL_THREADS ? 8 : 5;
    Bounded.eventually(() -> client.dispatcher().runningCallsCount() == most);
    calls.forEach(Disposable::dispose);
    Bounded.eventually(() -> client.dispatcher().runningCallsCount() == 0);
  }
}
