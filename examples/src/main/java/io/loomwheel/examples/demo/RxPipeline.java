package io.loomwheel.examples.demo;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.core.Single;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The job in RxJava.
 *
 * @param name of the column
 * @param delegating times timeouts and backoffs
 * @param blocking runs what blocks
 */
record RxPipeline(String name, Scheduler delegating, Scheduler blocking) implements Pipeline {
  @Override
  public CompletableFuture<?> start(Workload work) {
    return Flowable.range(0, work.plan().requests())
        .flatMapMaybe(request -> outcome(work, request), false, work.inFlight())
        .ignoreElements()
        .toCompletionStage(true)
        .toCompletableFuture();
  }

  private Maybe<HttpResponse<String>> outcome(Workload work, int request) {
    return Single.defer(() -> attempt(work, request))
        .retryWhen(failures -> failures.concatMap(failure -> backoff(work, request, failure)))
        .observeOn(blocking)
        .doOnSuccess(response -> work.store(request, response))
        .doOnSuccess(response -> work.book().answered(request))
        .doOnError(error -> work.book().gaveUp(request, error instanceof TimeoutException, error))
        .onErrorComplete();
  }

  private Single<HttpResponse<String>> attempt(Workload work, int request) {
    Attempt attempt = work.book().begin(request);
    return from(work.client(), request, attempt.number())
        .timeout(work.plan().timeout().toNanos(), TimeUnit.NANOSECONDS, delegating)
        .doOnError(
            error -> {
              if (error instanceof TimeoutException) {
                attempt.timedOut();
              }
            });
  }

  /** Other than {@code Single.fromCompletionStage}, cancels the exchange when it is disposed. */
  private static Single<HttpResponse<String>> from(Client client, int request, int attempt) {
    return Single.create(
        emitter -> {
          CompletableFuture<HttpResponse<String>> answer = client.send(request, attempt);
          emitter.setCancellable(() -> answer.cancel(true));
          var unused =
              answer.whenComplete(
                  (response, failure) -> {
                    if (failure == null) {
                      emitter.onSuccess(response);
                    } else {
                      emitter.tryOnError(failure);
                    }
                  });
        });
  }

  /** A pause that doubles with each attempt, give or take a half, as Reactor has it. */
  private Flowable<Long> backoff(Workload work, int request, Throwable failure) {
    int attempts = work.book().attempts(request);
    if (!(failure instanceof TimeoutException) || attempts >= Plan.ATTEMPTS) {
      return Flowable.error(failure);
    }
    double jitter = ThreadLocalRandom.current().nextDouble(0.5, 1.5);
    double pauseNanos = FIRST_BACKOFF.toNanos() * Math.scalb(jitter, attempts - 1);
    return Flowable.timer((long) pauseNanos, TimeUnit.NANOSECONDS, delegating);
  }
}
