package io.loomwheel.examples.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs pipelines, each against a backend of its own.
 *
 * @param plan what the backend does
 * @param inFlight how many requests at once, at most
 */
record Run(Plan plan, int inFlight) {
  private static final Duration STALLED_AT_LEAST = Duration.ofSeconds(20);

  /**
   * Runs a pipeline to its end, or until nothing has happened for long: then requests were lost.
   *
   * @param pipeline sends the requests
   * @param onOutcome called at each request's outcome, by any thread
   * @return what it came to
   */
  Report of(Pipeline pipeline, Runnable onOutcome) throws IOException, InterruptedException {
    Book book = new Book(plan, onOutcome);
    try (Backend backend = Backend.start(plan);
        Client client = new Client(backend);
        Journal journal = Journal.open()) {
      Duration cpuBefore = processCpu();
      long startNanos = System.nanoTime();
      await(pipeline.start(new Workload(plan, inFlight, client, journal, book)), book);
      Duration wall = Duration.ofNanos(System.nanoTime() - startNanos);
      Duration cpu = processCpu().minus(cpuBefore);
      return new Report(pipeline.name(), book.close(wall, cpu), book.firstFailure());
    }
  }

  private void await(CompletableFuture<?> done, Book book) throws InterruptedException {
    long stalledNanos =
        STALLED_AT_LEAST.plus(plan.timeout().multipliedBy(2L * Plan.ATTEMPTS)).toNanos();
    int outcomes = -1;
    while (book.outcomes() > outcomes) {
      outcomes = book.outcomes();
      try {
        done.get(stalledNanos, TimeUnit.NANOSECONDS);
        return;
      } catch (TimeoutException stillRunning) {
        // Goes round while there are new outcomes.
      } catch (ExecutionException broken) {
        book.failed(broken);
        return;
      }
    }
    done.cancel(true);
  }

  private static Duration processCpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }
}
