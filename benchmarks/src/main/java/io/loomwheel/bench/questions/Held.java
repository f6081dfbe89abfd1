package io.loomwheel.bench.questions;

import io.loomwheel.bench.timers.Alarm;

/** The armed timeouts of one producer. Used by one thread at a time. */
final class Held {
  final Object[] handles;

  /** The oldest, if it is always that one that is cancelled. */
  int oldest;

  long random;

  Held(int size, long seed) {
    handles = new Object[size];
    random = (seed * 0x9E3779B97F4A7C15L) | 1;
  }

  /** Arms them all and returns how many. */
  long fill(Alarm alarm) {
    for (int i = 0; i < handles.length; i++) {
      random = Delay.random(random);
      handles[i] = alarm.arm(Delay.of(random));
    }
    return handles.length;
  }
}
