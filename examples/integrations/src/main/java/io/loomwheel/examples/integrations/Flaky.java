package io.loomwheel.examples.integrations;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** Something that fails the first few times that it is asked. Thread-safe. */
final class Flaky {
  private final int failures;
  private final AtomicInteger asked = new AtomicInteger();

  /** Fails so many times. */
  Flaky(int failures) {
    this.failures = failures;
  }

  /** {@return an answer} */
  String answer() {
    int time = asked.incrementAndGet();
    if (time <= failures) {
      throw new IllegalStateException("no answer, time " + time);
    }
    return "answered, time " + time;
  }

  /** {@return an answer that is there already, or a failure} */
  CompletionStage<String> ask() {
    try {
      return CompletableFuture.completedFuture(answer());
    } catch (IllegalStateException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** {@return how often it was asked} */
  int asked() {
    return asked.get();
  }
}
