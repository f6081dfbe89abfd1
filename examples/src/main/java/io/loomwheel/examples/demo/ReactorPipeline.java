package io.loomwheel.examples.demo;

import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;
import reactor.util.retry.RetryBackoffSpec;

/**
 * The job in Reactor.
 *
 * @param name of the column
 * @param delegating times timeouts and backoffs
 * @param blocking runs what blocks
 */
record ReactorPipeline(String name, Scheduler delegating, Scheduler blocking) implements Pipeline {
  @Override
  public CompletableFuture<?> start(Workload work) {
    return Flux.range(0, work.plan().requests())
        .flatMap(request -> outcome(work, request), work.inFlight())
        .then()
        .toFuture();
  }

  private Mono<Void> outcome(Workload work, int request) {
    return Mono.defer(() -> attempt(work, request))
        .retryWhen(backoff())
        .publishOn(blocking)
        .doOnNext(response -> work.store(request, response))
        .doOnNext(response -> work.book().answered(request))
        .doOnError(error -> work.book().gaveUp(request, error instanceof TimeoutException, error))
        .onErrorComplete()
        .then();
  }

  private Mono<HttpResponse<String>> attempt(Workload work, int request) {
    Attempt attempt = work.book().begin(request);
    return Mono.fromFuture(() -> work.client().send(request, attempt.number()))
        .timeout(work.plan().timeout(), delegating)
        .doOnError(TimeoutException.class, timeout -> attempt.timedOut());
  }

  private RetryBackoffSpec backoff() {
    return Retry.backoff(Plan.ATTEMPTS - 1, FIRST_BACKOFF)
        .scheduler(delegating)
        .filter(TimeoutException.class::isInstance)
        .onRetryExhaustedThrow((spec, signal) -> signal.failure());
  }
}
