package io.loomwheel.soak.submitter;

/** Runs bodies where a stream must not be notified of what they throw. Stateless. */
final class Guarded {
  static void run(Ground ground, Runnable body) {
    try {
      body.run();
    } catch (Throwable thrown) {
      ground.onFailure().accept(thrown);
    }
  }
}
