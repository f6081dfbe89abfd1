package io.loomwheel.bench.capacity;

/**
 * Adds up what a load costs, operation by operation. Knows nothing of caches, of threads that wait
 * for each other, or of the garbage collector. Immutable.
 *
 * @param pairNanos to arm and cancel
 * @param fireNanos to arm, fire and run on a virtual thread, in a crowd
 * @param rescheduleNanos to put off
 * @param wakeUpNanos for the threads that wake where anything is due in a tick, however little
 * @param pendingBytes of a pending timeout
 */
record CapacityModel(
    double pairNanos,
    double fireNanos,
    double rescheduleNanos,
    double wakeUpNanos,
    double pendingBytes) {
  private static final double SECOND_NANOS = 1e9;

  /** {@return how many cores the load keeps busy} */
  double cores(Load load) {
    double nanos =
        load.pairs() * pairNanos
            + load.fires() * fireNanos
            + load.reschedules() * rescheduleNanos
            + load.wakeUps() * wakeUpNanos;
    return nanos / SECOND_NANOS;
  }

  /** {@return what lives on the heap, without room for garbage} */
  double bytes(Load load) {
    return load.pending() * pendingBytes;
  }
}
