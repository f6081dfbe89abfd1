package io.loomwheel.soak.fault;

import java.util.concurrent.ThreadLocalRandom;

/** Throws the dice. Stateless. */
final class Chance {
  /** {@return true once in so many calls} */
  static boolean oneIn(int calls) {
    return ThreadLocalRandom.current().nextInt(calls) == 0;
  }

  static int below(int bound) {
    return ThreadLocalRandom.current().nextInt(bound);
  }
}
