package io.loomwheel.examples.reactor;

import reactor.core.publisher.Mono;

/** What the samples share. */
final class Samples {
  private Samples() {}

  /** {@return the error and the thread that it came on, for the sample to print} */
  static Mono<String> told(Throwable error) {
    return Mono.just(error + " on " + Thread.currentThread());
  }
}
