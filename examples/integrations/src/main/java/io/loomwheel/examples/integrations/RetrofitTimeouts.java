package io.loomwheel.examples.integrations;

import io.loomwheel.WheelTimer;
import io.loomwheel.rxjava.WheelScheduler;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.core.Single;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import retrofit2.Retrofit;
import retrofit2.adapter.rxjava3.RxJava3CallAdapterFactory;
import retrofit2.converter.scalars.ScalarsConverterFactory;
import retrofit2.http.GET;
import retrofit2.http.Path;

/** Timeouts and retries of Retrofit's calls on a wheel, by RxJava. */
public final class RetrofitTimeouts {
  /** What the server offers. */
  interface Words {
    /** {@return what the server says} */
    @GET("{word}")
    Single<String> say(@Path("word") String word);
  }

  /**
   * {@return a client whose calls block a virtual thread each, while they wait for their answer}
   */
  static Words onVirtualThreads(String url, OkHttpClient client, Scheduler wheel) {
    return words(url, client, RxJava3CallAdapterFactory.createWithScheduler(wheel));
  }

  /** {@return a client whose calls run on OkHttp's own threads} */
  static Words onThreadsOfOkHttp(String url, OkHttpClient client) {
    return words(url, client, RxJava3CallAdapterFactory.create());
  }

  private static Words words(String url, OkHttpClient client, RxJava3CallAdapterFactory calls) {
    return new Retrofit.Builder()
        .baseUrl(url)
        .client(client)
        .addConverterFactory(ScalarsConverterFactory.create())
        .addCallAdapterFactory(calls)
        .build()
        .create(Words.class);
  }

  /** {@return an answer, if one of three attempts has it in time; or the last failure} */
  static Single<String> patiently(
      Single<String> answer, Duration most, Duration pause, Scheduler wheel) {
    Flowable<Long> pauses = Flowable.timer(pause.toNanos(), TimeUnit.NANOSECONDS, wheel);
    return answer
        .timeout(most.toNanos(), TimeUnit.NANOSECONDS, wheel)
        .retryWhen(
            failures ->
                failures
                    .zipWith(
                        Flowable.range(1, 3),
                        (failure, time) -> time < 3 ? pauses : Flowable.<Long>error(failure))
                    .concatMap(next -> next));
  }

  /** Asks a server on loopback that doesn't answer, and one that does. */
  public static void main(String[] args) throws Exception {
    OkHttpClient client = new OkHttpClient();
    try (WheelTimer timer = WheelTimer.create();
        WordServer server = WordServer.start()) {
      Scheduler wheel = WheelScheduler.on(timer);
      Words words = onVirtualThreads(server.url(), client, wheel);
      Duration most = Duration.ofMillis(200);
      System.out.println(patiently(words.say("hello"), most, most, wheel).blockingGet());
      System.out.println(
          patiently(words.say("silence"), most, most, wheel)
              .onErrorReturn(Throwable::toString)
              .blockingGet());
      System.out.println(timer.stats());
    }
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
  }
}
