package io.loomwheel.examples.demo;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The same job in the words of one library: send, time out, retry with backoff, store. */
interface Pipeline {
  /** The pause before the first retry, about; it doubles with each. */
  Duration FIRST_BACKOFF = Duration.ofMillis(50);

  /** {@return the library, and what times it} */
  String name();

  /**
   * Sends all requests of a workload and tells its book. Doesn't wait.
   *
   * @return done when every request has its outcome; cancelling it stops the work
   */
  CompletableFuture<?> start(Workload work);
}
